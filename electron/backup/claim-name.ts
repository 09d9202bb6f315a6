import { closeSync, existsSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { privateFileMode } from '../private-files/private-folder.ts';

/** What a backup ends in, and one that only a passphrase or its recovery key opens. */
export const openEnd = '.db';
export const lockedEnd = '.db.locked';

/** Names of backups, their halves, and what SQLite lays beside a half. */
export const backupName = /^parcel-desk-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db(?:\.locked)?$/;
export const halfName = /^parcel-desk-[0-9TZ]+\.db(?:\.locked)?\.part(?:-journal|-wal|-shm)?$/;

/** When a backup was made (ms), by its name; null for what is none. */
export function madeAt(name: string): number | null {
  const read = backupName.exec(name)?.slice(1).map(Number);
  if (read === undefined) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = read;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

export interface Claimed {
  /** the name it gets when it is whole */
  path: string;
  /** the empty file it is written into, which nobody else writes */
  half: string;
}

/** Names are so far ahead of the clock at most where several backups were asked for at once; further ahead, a clock was set back (ms). */
const aheadMs = 60_000;

/**
 * A name that no other backup in a folder has. A name tells seconds, and two may be asked for in one: the later one takes the second
 * after the newest, also where older ones are gone by now. Throws what the file system throws.
 */
export function claimName(folder: string, now: number, end: string): Claimed {
  const begun = readdirSync(folder).map((name) => madeAt(name.replace(/\.part$/, '')) ?? 0);
  const ahead = begun.filter((at) => at <= now + aheadMs).map((at) => at + 1000);
  for (let at = Math.max(Math.floor(now / 1000) * 1000, ...ahead); ; at += 1000) {
    const name = `parcel-desk-${new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
    const isTaken = (beside: readonly string[]): boolean =>
      [openEnd, lockedEnd, ...beside].some((one) => existsSync(join(folder, `${name}${one}`)));
    if (isTaken([])) continue;
    const path = join(folder, `${name}${end}`);
    const half = `${path}.part`;
    try {
      closeSync(openSync(half, 'wx', privateFileMode));
      // one that was begun under this name may have got it a moment before, and would be written over
      if (!isTaken([openEnd, lockedEnd].filter((one) => one !== end).map((one) => `${one}.part`)))
        return { path, half };
      rmSync(half, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
