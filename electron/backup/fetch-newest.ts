import { copyFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { deskMigrations } from '../database/migrations/index.ts';
import { refuseWriteMark } from '../database/header-damage.ts';
import { openSqliteReader, type Sqlite } from '../database/open-sqlite.ts';
import { closeToOthers, privateFileMode } from '../private-files/private-folder.ts';
import { madeAt } from './claim-name.ts';
import { isUsable, verifyDatabase } from './verify.ts';
import { isSealed } from '../encryption/sealed-header.ts';
import { openSealed } from '../encryption/sealed-file.ts';
import type { Opener } from '../encryption/opener.ts';
import { fetchStepMs, slowReadMs, type ExtendDeadline } from './deadline.ts';

export interface Fetched {
  /** the backup it was copied from, and when that was made (ms) */
  path: string;
  at: number;
}

/**
 * Copies the newest backup that is whole out of some folders to `to`, open, and answers which that was; null where there is none. One
 * that `opener` does not open is none. `only`: the one of this name.
 */
export function fetchNewest(
  folders: readonly string[],
  to: string,
  only: string | undefined,
  opener: Opener,
  working: ExtendDeadline,
): Fetched | null {
  const found = folders
    .flatMap((folder) => namesIn(folder).map((name) => ({ name, path: join(folder, name), at: madeAt(name) })))
    .filter(({ name }) => only === undefined || name === only)
    .flatMap(({ path, at }) => (at === null ? [] : [{ path, at }]))
    .toSorted((a, b) => b.at - a.at);
  for (const one of found) {
    try {
      working(fetchStepMs + slowReadMs(2 * statSync(one.path).size));
      if (isSealed(one.path)) openSealed(one.path, to, opener);
      else copyFileSync(one.path, to);
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
    refuseWriteMark(path);
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
