import { deskFile } from '../../electron/storage/database/desk-file.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import type { Sqlite } from '../../electron/storage/database/open-sqlite.ts';
import { createSealTriggers } from '../../electron/storage/database/seal.ts';
import Database from 'better-sqlite3';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The cheapest place for test files: in memory if there is a RAM disk. */
const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Creates the database of a new desk, to be copied. */
export function emptyDesk() {
  const folder = mkdtempSync(join(place, 'parcel-desk-spec-'));
  const fresh = join(folder, 'fresh');
  openDesk(fresh).close();
  return { folder, file: join(fresh, deskFile), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
export type EmptyDesk = ReturnType<typeof emptyDesk>;

/** Opens a folder, with a copy of a new desk's database unless it has one already. */
export function openCopy(empty: EmptyDesk, folder: string): Sqlite {
  if (!existsSync(join(folder, deskFile))) {
    openDesk(folder).close();
    for (const end of ['-wal', '-shm']) rmSync(join(folder, `${deskFile}${end}`), { force: true });
    copyFileSync(empty.file, join(folder, deskFile));
  }
  const opened = openDesk(folder);
  // Durability after a power cut is tested elsewhere.
  opened.pragma('synchronous = OFF');
  return prepareOnce(opened);
}

/** Opens the database in memory, for traces that are rolled back. */
export function openInMemory(file: string): Sqlite {
  const bytes = readFileSync(file);
  // A database in memory cannot have a write-ahead log, which these two header bytes ask for.
  bytes.fill(1, 18, 20);
  const db = new Database(bytes);
  db.pragma('foreign_keys = ON');
  createSealTriggers(db);
  return prepareOnce(db);
}

/**
 * Caches prepared statements, which keep no state between uses; preparing them again for each run would be most of the
 * cost of a trace.
 */
function prepareOnce(db: Sqlite): Sqlite {
  const prepare = db.prepare.bind(db) as (sql: string) => unknown;
  const prepared = new Map<string, unknown>();
  const once = (sql: string): unknown => {
    if (!prepared.has(sql)) prepared.set(sql, prepare(sql));
    return prepared.get(sql);
  };
  return Object.assign(db, { prepare: once });
}
