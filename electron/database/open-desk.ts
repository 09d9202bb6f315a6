import { join } from 'node:path';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { deskFile } from './desk-file.ts';
import { deskMigrations } from './migrations/index.ts';
import { openSqlite, openSqliteReader, type OpenOptions, type Sqlite } from './open-sqlite.ts';
import { prepareLazily } from './prepare-when-used.ts';

/** Opens the database of a data folder for its only writer; creates both unless `mustExist`. Throws as `openSqlite`. */
export function openDesk(folder: string, options: OpenOptions = {}): Sqlite {
  if (!options.mustExist) makePrivateFolder(folder);
  return withLazyStatements(openSqlite(join(folder, deskFile), deskMigrations, options));
}

/** Opens the same database read-only; migrations must have finished. */
export function openDeskReader(folder: string): Sqlite {
  return withLazyStatements(openSqliteReader(join(folder, deskFile), deskMigrations));
}

function withLazyStatements(db: Sqlite): Sqlite {
  prepareLazily(db);
  return db;
}
