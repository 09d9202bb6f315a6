import { privateFileMode } from '../../platform/private-files.ts';
import { closeSync, existsSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Name endings of an open backup, and of one that only a passphrase or its recovery key opens. */
export const openExtension = '.db';
export const lockedExtension = '.db.locked';

/** Names of backups, of unfinished ones, and of the files SQLite creates beside an unfinished one. */
export const backupName = /^parcel-desk-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db(?:\.locked)?$/;
export const unfinishedName = /^parcel-desk-[0-9TZ]+\.db(?:\.locked)?\.part(?:-journal|-wal|-shm)?$/;

/** When a backup was made (ms), by its name; null for other names. */
export function backupTime(name: string): number | null {
  const parts = backupName.exec(name)?.slice(1).map(Number);
  if (parts === undefined) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

export interface ClaimedName {
  /** final path of the backup once it is whole */
  path: string;
  /** empty file to write to, reserved for this backup */
  unfinishedPath: string;
}

/**
 * A name is at most this far ahead of the clock if several backups were requested at once; further ahead, the clock was
 * set back (ms).
 */
const maxAheadMs = 60_000;

/**
 * Reserves a name that no other backup in a folder has. Names have a resolution of one second, and two backups may be
 * requested in one: the later one gets the second after the newest, even if older ones are gone by now. Throws file
 * system errors.
 */
export function claimName(folder: string, now: number, extension: string): ClaimedName {
  const existingTimes = readdirSync(folder).map((name) => backupTime(name.replace(/\.part$/, '')) ?? 0);
  const nextTimes = existingTimes.filter((at) => at <= now + maxAheadMs).map((at) => at + 1000);
  for (let at = Math.max(Math.floor(now / 1000) * 1000, ...nextTimes); ; at += 1000) {
    const name = `parcel-desk-${new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
    const isTaken = (otherExtensions: readonly string[]): boolean =>
      [openExtension, lockedExtension, ...otherExtensions].some((candidate) =>
        existsSync(join(folder, `${name}${candidate}`)),
      );
    if (isTaken([])) continue;
    const path = join(folder, `${name}${extension}`);
    const partPath = `${path}.part`;
    try {
      closeSync(openSync(partPath, 'wx', privateFileMode));
      // another backup of this name may just have been finished or begun, and would be overwritten
      if (!isTaken([openExtension, lockedExtension].filter((one) => one !== extension).map((one) => `${one}.part`)))
        return { path, unfinishedPath: partPath };
      rmSync(partPath, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
