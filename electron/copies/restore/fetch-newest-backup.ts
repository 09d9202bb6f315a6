import { problem } from '../../../shared/contract/problem.ts';
import type { Opener } from '../../platform/encryption/lock.ts';
import { openSealed } from '../../platform/encryption/sealed-file.ts';
import { restrictAccess, privateFileMode } from '../../platform/private-files.ts';
import { deskMigrations } from '../../storage/database/migrations/index.ts';
import { rejectWriteProtected, openSqliteReader, type Sqlite } from '../../storage/database/open-sqlite.ts';
import {
  readUnlockedContents,
  type BackupContents,
  byRank,
  rankBackups,
  folderTrust,
  type CopyTrust,
  type RankedBackup,
} from '../backup/rank-backups.ts';
import { fetchStepMs, slowReadMs, type ExtendDeadline } from '../verify/run-steps.ts';
import { isUsable, verifyDatabase } from '../verify/verify.ts';
import { copyFileSync, rmSync, statSync } from 'node:fs';

export interface FetchedBackup {
  /** the backup it was copied from, and when that was made (ms), by its name */
  path: string;
  at: number;
}

export interface FetchRequest {
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
export function fetchNewestBackup(
  request: FetchRequest,
  trust: CopyTrust,
  extendDeadline: ExtendDeadline,
): FetchedBackup | null {
  const { folders, to, only, takeOpen = false, desk = null } = request;
  const backups = folders.flatMap((folder) => rankOrEmpty(folder, trust, extendDeadline, desk));
  const requested = backups.filter(({ name }) => only === undefined || name === only);
  const trusted = requested.filter(({ locked, olderKey }) => takeOpen || (locked ? !olderKey : !trust.lockedOnly));
  if (only !== undefined && requested.length > 0 && trusted.length === 0)
    throw requested.some(({ olderKey }) => olderKey) ? olderKeyProblem(only) : openBesideLockedProblem(only);
  const ranked = only === undefined ? rankWithContents(trusted, to, trust.opener, extendDeadline, desk) : trusted;
  for (const backup of ranked) {
    try {
      extendDeadline(fetchStepMs + slowReadMs(2 * backup.bytes));
      copyUnlocked(backup, to, trust.opener);
      if (isUsableFile(to)) return { path: backup.path, at: backup.at };
    } catch {
      // try an older one
    }
    rmSync(to, { force: true });
  }
  return null;
}

/** The same as `fetchNewestBackup`, with the keys of a data folder. */
export const fetchNewestOfFolder = (
  { data, ...request }: FetchRequest & { data: string },
  extendDeadline: ExtendDeadline,
) => fetchNewestBackup(request, folderTrust(data), extendDeadline);

export const openBesideLockedProblem = (name: string) =>
  problem(
    'locked',
    `${name} is open, though copies of this desk are locked: whoever can write to its folder may have changed it. Take one that is locked, or say that you take an open one (--take-open). Nothing was changed.`,
    { reason: 'open-beside-locked', name },
  );

const olderKeyProblem = (name: string) =>
  problem(
    'locked',
    `${name} is locked by a passphrase that was replaced since: whoever knows that one may have made it. Take a backup of the passphrase of now, or confirm that you take this one. Nothing was changed.`,
    { reason: 'older-key', name },
  );

function rankOrEmpty(
  folder: string,
  trust: CopyTrust,
  extendDeadline: ExtendDeadline,
  desk: string | null,
): RankedBackup[] {
  try {
    return rankBackups([folder], trust, extendDeadline, desk).filter(({ path }) => statSync(path).isFile());
  } catch {
    // try another folder
    return [];
  }
}

/**
 * Ranks backups. Opens each locked one whose version did not record what it holds: the desk's file is damaged, so
 * finding the right copy is worth the time.
 */
function rankWithContents(
  found: readonly RankedBackup[],
  to: string,
  opener: Opener,
  extendDeadline: ExtendDeadline,
  desk: string | null,
): RankedBackup[] {
  const withContents = found.map((backup) => {
    if (backup.contents || !backup.locked) return backup;
    extendDeadline(fetchStepMs + slowReadMs(2 * backup.bytes));
    return { ...backup, contents: readLockedContents(backup, to, opener) };
  });
  const isOther = ({ contents }: RankedBackup): boolean => desk !== null && (contents?.desk ?? desk) !== desk;
  return withContents.filter((one) => !isOther(one)).toSorted(byRank);
}

function readLockedContents(backup: RankedBackup, to: string, opener: Opener): BackupContents | null {
  try {
    copyUnlocked(backup, to, opener);
    return readUnlockedContents(to);
  } catch {
    return null;
  } finally {
    rmSync(to, { force: true });
  }
}

function copyUnlocked({ path, locked }: RankedBackup, to: string, opener: Opener): void {
  if (locked) openSealed(path, to, opener);
  else copyFileSync(path, to);
  restrictAccess(to, privateFileMode);
}

function isUsableFile(path: string): boolean {
  let db: Sqlite | undefined;
  try {
    rejectWriteProtected(path);
    db = openSqliteReader(path, deskMigrations);
    return isUsable(verifyDatabase(db));
  } catch {
    return false;
  } finally {
    db?.close();
  }
}
