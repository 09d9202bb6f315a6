import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { deskFile } from '../../electron/database/desk-file.ts';
import { openDesk } from '../../electron/database/open-desk.ts';
import type { Sqlite } from '../../electron/database/open-sqlite.ts';
import { keepSeals } from '../../electron/database/seal.ts';

/** Where a file of a test costs least: in memory, where the system has such a place. */
const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A database as a fresh desk has it, to be copied. */
export function emptyDesk() {
  const folder = mkdtempSync(join(place, 'parcel-desk-spec-'));
  const fresh = join(folder, 'fresh');
  openDesk(fresh).close();
  return { folder, file: join(fresh, deskFile), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
export type EmptyDesk = ReturnType<typeof emptyDesk>;

/** A folder with the database of a fresh desk, or the one that is there already. */
export function openCopy(empty: EmptyDesk, folder: string): Sqlite {
  if (!existsSync(join(folder, deskFile))) {
    openDesk(folder).close();
    for (const end of ['-wal', '-shm']) rmSync(join(folder, `${deskFile}${end}`), { force: true });
    copyFileSync(empty.file, join(folder, deskFile));
  }
  const opened = openDesk(folder);
  // what is on disk after a power cut is tested elsewhere
  opened.pragma('synchronous = OFF');
  return prepareOnce(opened);
}

/** What is undone after each trace needs no file. */
export function openInMemory(file: string): Sqlite {
  const bytes = readFileSync(file);
  // what is held in memory has no log beside it; these two bytes of the header ask for one
  bytes.fill(1, 18, 20);
  const db = new Database(bytes);
  db.pragma('foreign_keys = ON');
  keepSeals(db);
  return prepareOnce(db);
}

/** Statements remember nothing between two uses, and to prepare them anew for each run is most of what a trace would cost. */
function prepareOnce(db: Sqlite): Sqlite {
  const prepare = db.prepare.bind(db) as (sql: string) => unknown;
  const prepared = new Map<string, unknown>();
  const once = (sql: string): unknown => {
    if (!prepared.has(sql)) prepared.set(sql, prepare(sql));
    return prepared.get(sql);
  };
  return Object.assign(db, { prepare: once });
}
