import { copyFileSync, rmSync, statSync } from 'node:fs';
import { deskMigrations } from '../database/migrations/index.ts';
import { refuseWriteMark } from '../database/header-damage.ts';
import { openSqliteReader, type Sqlite } from '../database/open-sqlite.ts';
import { closeToOthers, privateFileMode } from '../private-files/private-folder.ts';
import { problem } from '../../shared/contract/problem.ts';
import { readOpenHolds, type Holds } from './backup-holds.ts';
import { byRank, rankBackups, trustOfFolder, type CopyTrust, type RankedBackup } from './rank-backups.ts';
import { isUsable, verifyDatabase } from './verify.ts';
import { openSealed } from '../encryption/sealed-file.ts';
import type { Opener } from '../encryption/opener.ts';
import { fetchStepMs, slowReadMs, type ExtendDeadline } from './deadline.ts';

export interface Fetched {
  /** the backup it was copied from, and when that was made (ms), by its name */
  path: string;
  at: number;
}

export interface FetchOrder {
  folders: readonly string[];
  /** path for the unlocked copy */
  to: string;
  /** only the backup of this name, instead of the one that holds most */
  only?: string | undefined;
  /** the user accepts an open backup where copies are locked, or one locked by a replaced passphrase */
  takeOpen?: boolean | undefined;
  /** `nameOfDesk`, if known: copies of other desks are not taken automatically */
  desk?: string | null | undefined;
}

/**
 * Copies, unlocked, the whole backup that holds most out of some folders, and returns which one it was; null if there
 * is none. Backups that the opener cannot open are ignored, and where copies are locked, so are open ones and ones with
 * a replaced passphrase: asking for such a one by name without `takeOpen` throws ProblemError `locked`, reason
 * `open-beside-locked` or `older-key`.
 */
export function fetchNewest(order: FetchOrder, trust: CopyTrust, working: ExtendDeadline): Fetched | null {
  const { folders, to, only, takeOpen = false, desk = null } = order;
  const found = folders.flatMap((folder) => listed(folder, trust, working, desk));
  const wanted = found.filter(({ name }) => only === undefined || name === only);
  const believed = wanted.filter(({ locked, olderKey }) => takeOpen || (locked ? !olderKey : !trust.lockedOnly));
  if (only !== undefined && wanted.length > 0 && believed.length === 0)
    throw wanted.some(({ olderKey }) => olderKey) ? ofOlderKey(only) : openBesideLocked(only);
  const ranked = only === undefined ? rankedWhole(believed, to, trust.opener, working, desk) : believed;
  for (const one of ranked) {
    try {
      working(fetchStepMs + slowReadMs(2 * one.bytes));
      copyOpen(one, to, trust.opener);
      if (isWhole(to)) return { path: one.path, at: one.at };
    } catch {
      // try an older one
    }
    rmSync(to, { force: true });
  }
  return null;
}

/** Same, with the keys of a data folder. */
export const fetchNewestOf = ({ data, ...order }: FetchOrder & { data: string }, working: ExtendDeadline) =>
  fetchNewest(order, trustOfFolder(data), working);

export const openBesideLocked = (name: string) =>
  problem(
    'locked',
    `${name} is open, though copies of this desk are locked: whoever can write to its folder may have changed it. Take one that is locked, or say that you take an open one (--take-open). Nothing was changed.`,
    { reason: 'open-beside-locked', name },
  );

const ofOlderKey = (name: string) =>
  problem(
    'locked',
    `${name} is locked by a passphrase that was replaced since: whoever knows that one may have made it. Take a backup of the passphrase of now, or confirm that you take this one. Nothing was changed.`,
    { reason: 'older-key', name },
  );

function listed(folder: string, trust: CopyTrust, working: ExtendDeadline, desk: string | null): RankedBackup[] {
  try {
    return rankBackups([folder], trust, working, desk).filter(({ path }) => statSync(path).isFile());
  } catch {
    // try another folder
    return [];
  }
}

/**
 * Ranks backups; a locked one whose version did not record what it holds is opened to find out, since with a damaged
 * file the right copy is worth the time.
 */
function rankedWhole(
  found: readonly RankedBackup[],
  to: string,
  opener: Opener,
  working: ExtendDeadline,
  desk: string | null,
): RankedBackup[] {
  const known = found.map((one) => {
    if (one.holds || !one.locked) return one;
    working(fetchStepMs + slowReadMs(2 * one.bytes));
    return { ...one, holds: holdsWithin(one, to, opener) };
  });
  const isOther = ({ holds }: RankedBackup): boolean => desk !== null && (holds?.desk ?? desk) !== desk;
  return known.filter((one) => !isOther(one)).toSorted(byRank);
}

function holdsWithin(one: RankedBackup, to: string, opener: Opener): Holds | null {
  try {
    copyOpen(one, to, opener);
    return readOpenHolds(to);
  } catch {
    return null;
  } finally {
    rmSync(to, { force: true });
  }
}

function copyOpen({ path, locked }: RankedBackup, to: string, opener: Opener): void {
  if (locked) openSealed(path, to, opener);
  else copyFileSync(path, to);
  closeToOthers(to, privateFileMode);
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
