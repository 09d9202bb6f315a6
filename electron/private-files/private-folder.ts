import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** What nobody but this user may enter or read: modes of POSIX, which Windows does not have. */
export const privateFolderMode = 0o700;
export const privateFileMode = 0o600;
/** The desk lays something into a folder it makes at once; who made one for it starts it later (ms). */
const sameMomentMs = 50;

/**
 * Makes a folder, and those it lies in, for this user alone. One that is there keeps its mode: somebody chose it. Throws what the file
 * system throws. One after the other, since Node's own way never ends where a folder takes none, as /proc.
 */
export function makePrivateFolder(path: string): void {
  const whole = resolve(path);
  if (statSync(whole, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(whole);
  if (parent !== whole) makePrivateFolder(parent);
  makeInnerFolder(whole);
}

/** The same in a folder that is there: that one is not made, since it may be the place of a share that went away in this moment. */
export function makeInnerFolder(path: string): void {
  try {
    mkdirSync(path, { mode: privateFolderMode });
  } catch (error) {
    // there already, or made by another in the same moment
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Whether the desk made a folder itself: it was born in the same moment as what the desk lays into a new one first. */
export function isDeskMade(folder: string, first: string): boolean {
  try {
    const born = statSync(folder).birthtimeMs;
    // 0 where the file system keeps no such time
    return born > 0 && Math.abs(statSync(join(folder, first)).birthtimeMs - born) <= sameMomentMs;
  } catch {
    return false;
  }
}

/**
 * Takes from a file or folder what others may do with it. False where it stays open to them: a share without modes, or somebody
 * else's file. What is not there is open to nobody.
 */
export function closeToOthers(path: string, mode: number): boolean {
  if (process.platform === 'win32') return true;
  const open = (): boolean => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;
  try {
    if (open()) chmodSync(path, mode);
    return !open();
  } catch {
    return false;
  }
}
