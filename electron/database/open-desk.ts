import { join } from 'node:path';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { deskFile } from './desk-file.ts';
import { deskMigrations } from './migrations/index.ts';
import { openSqlite, openSqliteReader, type Sqlite } from './open-sqlite.ts';

/** Opens, or makes, the database of a data folder for its one writer. Errors as `openSqlite`. */
export function openDesk(folder: string): Sqlite {
  makePrivateFolder(folder);
  return openSqlite(join(folder, deskFile), deskMigrations);
}

/** Opens the same database for reading only; migrations must be over. */
export function openDeskReader(folder: string): Sqlite {
  return openSqliteReader(join(folder, deskFile), deskMigrations);
}
