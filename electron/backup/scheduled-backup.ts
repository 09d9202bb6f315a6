import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backUpFolder } from './backup-folder.ts';
import type { BackupMade } from './backup.ts';
import { halfName } from './claim-name.ts';
import { leftOverMs } from './locked-backup.ts';
import { backupsToDelete } from './thin-out.ts';
import type { ExtendDeadline } from './deadline.ts';

export interface ScheduledBackup extends BackupMade {
  /** how many that are not needed any more could not be removed; the new one is as good */
  notRemoved: number;
}

/**
 * A backup as a schedule makes it, in a folder of the desk's own: what is not needed any more goes once the new one is whole. Rejects
 * as `backUpFolder`.
 */
export async function scheduledBackup(
  data: string,
  folder: string,
  now: number,
  working: ExtendDeadline,
): Promise<ScheduledBackup> {
  const made = await backUpFolder(data, folder, now, working);
  return { ...made, notRemoved: notNeeded(folder, now).filter((path) => !wasRemoved(path)).length };
}

function notNeeded(folder: string, now: number): string[] {
  const names = namesIn(folder);
  const isLeftOver = (name: string): boolean =>
    halfName.test(name) && now - (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? now) > leftOverMs;
  return [...backupsToDelete(names), ...names.filter(isLeftOver)].map((name) => join(folder, name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // looked at again with the next one
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
