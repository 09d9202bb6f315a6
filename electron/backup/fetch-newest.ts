import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { deskMigrations } from '../database/migrations/index.ts';
import { openSqliteReader, type Sqlite } from '../database/open-sqlite.ts';
import { closeToOthers, privateFileMode } from '../private-files/private-folder.ts';
import type { Working } from './backup.ts';
import { madeAt } from './thin-out.ts';
import { isUsable, verifyDatabase } from './verify.ts';

export interface Fetched {
  /** the backup it was copied from, and when that was made (ms) */
  path: string;
  at: number;
}

const stepMs = 120_000;

/** Copies the newest backup that is whole out of some folders to `to`, and answers which that was; null where there is none. */
export function fetchNewest(folders: readonly string[], to: string, working: Working): Fetched | null {
  const found = folders
    .flatMap((folder) => namesIn(folder).map((name) => ({ path: join(folder, name), at: madeAt(name) })))
    .flatMap(({ path, at }) => (at === null ? [] : [{ path, at }]))
    .toSorted((a, b) => b.at - a.at);
  for (const one of found) {
    working(stepMs);
    try {
      copyFileSync(one.path, to);
      closeToOthers(to, privateFileMode);
      if (isWhole(to)) return one;
    } catch {
      // an older one may serve
    }
    rmSync(to, { force: true });
  }
  return null;
}

function isWhole(path: string): boolean {
  let db: Sqlite | undefined;
  try {
    db = openSqliteReader(path, deskMigrations);
    return isUsable(verifyDatabase(db));
  } catch {
    return false;
  } finally {
    db?.close();
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
