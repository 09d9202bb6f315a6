import { mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { problem } from '../../shared/contract/problem.ts';
import { syncToDisk, type Sqlite } from '../database/open-sqlite.ts';
import { createFolderOpener, type CurrentKey } from '../encryption/key-file.ts';
import { openSealed, sealFile } from '../encryption/sealed-file.ts';
import { backUp, makeBackupFolder, type BackupResult } from './backup.ts';
import { readUnlockedContents, formatContents } from './backup-holds.ts';
import { claimName, lockedExtension } from './claim-name.ts';
import { copyStepMs, slowReadMs, type ExtendDeadline } from './deadline.ts';

const scratchPrefix = 'backing-up-';
/** Age above which leftovers are from a killed backup; a running one is younger (ms). */
export const leftOverMs = 6 * 3_600_000;

/**
 * Same as `backUp`, locked with the key of the data folder. The unlocked copy lies beside its database, and never in
 * the backup folder. The locked file is read back and compared before it gets its name.
 */
export async function backUpLocked(
  db: Sqlite,
  data: string,
  { lock, key }: CurrentKey,
  folder: string,
  now: number,
  extendDeadline: ExtendDeadline,
): Promise<BackupResult> {
  const scratch = mkdtempSync(join(data, scratchPrefix));
  try {
    const open = await backUp(db, scratch, now, extendDeadline);
    makeBackupFolder(folder);
    const { path, unfinishedPath: half } = claimName(folder, now, lockedExtension);
    try {
      extendDeadline(copyStepMs + slowReadMs(4 * statSync(open.path).size));
      const unlocked = { lock, key: Buffer.from(key, 'base64') };
      const about = formatContents(readUnlockedContents(open.path), statSync(open.path).size);
      const hash = sealFile(open.path, half, unlocked, about);
      if (openSealed(half, null, createFolderOpener(data)) !== hash)
        throw problem('damaged', `${folder} did not keep what was written. Nothing was kept there.`);
      renameSync(half, path);
      syncToDisk(folder);
      return { path, entries: open.entries };
    } catch (error) {
      rmSync(half, { force: true });
      throw error;
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Removes unlocked copies that a killed backup left beside the database. */
export function clearScratch(data: string, now: number): void {
  for (const name of readdirSync(data)) {
    const path = join(data, name);
    if (
      name.startsWith(scratchPrefix) &&
      now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) > leftOverMs
    )
      rmSync(path, { recursive: true, force: true });
  }
}
