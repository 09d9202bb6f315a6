import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backUpDataFolder } from './backup-folder.ts';
import type { BackupResult } from './backup.ts';
import { unfinishedName } from './claim-name.ts';
import { leftOverMs } from './locked-backup.ts';
import { rankBackups, folderTrust, type CopyTrust } from './rank-backups.ts';
import { backupsToDelete } from './thin-out.ts';
import type { ExtendDeadline } from './deadline.ts';

export interface ScheduledBackup extends BackupResult {
  /** number of obsolete backups that could not be removed; the new one is just as good */
  notRemoved: number;
}

/**
 * Makes a scheduled backup in a folder of the desk's own, and removes obsolete ones once the new one is whole. Rejects
 * as `backUpFolder`.
 */
export async function scheduledBackup(
  data: string,
  folder: string,
  now: number,
  extendDeadline: ExtendDeadline,
): Promise<ScheduledBackup> {
  const made = await backUpDataFolder(data, folder, now, extendDeadline);
  const old = obsoletePaths(folder, now, folderTrust(data), extendDeadline).filter((path) => path !== made.path);
  return { ...made, notRemoved: old.filter((path) => !tryRemove(path)).length };
}

function obsoletePaths(folder: string, now: number, trust: CopyTrust, extendDeadline: ExtendDeadline): string[] {
  const names = listNames(folder);
  const isLeftOver = (name: string): boolean =>
    unfinishedName.test(name) &&
    now - (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? now) > leftOverMs;
  return [...obsoleteBackups(folder, trust, extendDeadline), ...names.filter(isLeftOver)].map((name) =>
    join(folder, name),
  );
}

function obsoleteBackups(folder: string, trust: CopyTrust, extendDeadline: ExtendDeadline): string[] {
  try {
    return backupsToDelete(rankBackups([folder], trust, extendDeadline));
  } catch {
    // the next backup retries it
    return [];
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // the next backup retries it
    return [];
  }
}

function tryRemove(path: string): boolean {
  try {
    rmSync(path, { force: true });
    return true;
  } catch {
    return false;
  }
}
