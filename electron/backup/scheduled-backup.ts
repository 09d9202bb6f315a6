import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backUpFolder } from './backup-folder.ts';
import type { BackupMade } from './backup.ts';
import { halfName } from './claim-name.ts';
import { leftOverMs } from './locked-backup.ts';
import { rankBackups, trustOfFolder, type CopyTrust } from './rank-backups.ts';
import { backupsToDelete } from './thin-out.ts';
import type { ExtendDeadline } from './deadline.ts';

export interface ScheduledBackup extends BackupMade {
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
  working: ExtendDeadline,
): Promise<ScheduledBackup> {
  const made = await backUpFolder(data, folder, now, working);
  const old = notNeeded(folder, now, trustOfFolder(data), working).filter((path) => path !== made.path);
  return { ...made, notRemoved: old.filter((path) => !wasRemoved(path)).length };
}

function notNeeded(folder: string, now: number, trust: CopyTrust, working: ExtendDeadline): string[] {
  const names = namesIn(folder);
  const isLeftOver = (name: string): boolean =>
    halfName.test(name) && now - (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? now) > leftOverMs;
  return [...thinnedOut(folder, trust, working), ...names.filter(isLeftOver)].map((name) => join(folder, name));
}

function thinnedOut(folder: string, trust: CopyTrust, working: ExtendDeadline): string[] {
  try {
    return backupsToDelete(rankBackups([folder], trust, working));
  } catch {
    // the next backup retries it
    return [];
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // the next backup retries it
    return [];
  }
}

function wasRemoved(path: string): boolean {
  try {
    rmSync(path, { force: true });
    return true;
  } catch {
    return false;
  }
}
