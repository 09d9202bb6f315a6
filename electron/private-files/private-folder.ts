import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Modes for folders and files that only this user may access. POSIX only; Windows has none. */
export const privateFolderMode = 0o700;
export const privateFileMode = 0o600;
/** The desk puts a file into a folder it creates within this time (ms); into a folder the user created, later. */
const maxCreationGapMs = 50;

/**
 * Creates a folder and its parents for this user only. An existing folder keeps its mode, since a user chose it. Throws
 * file system errors. Creates one level at a time, because Node's recursive mkdir never returns if a folder accepts
 * none, such as /proc.
 */
export function makePrivateFolder(path: string): void {
  const whole = resolve(path);
  if (statSync(whole, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(whole);
  if (parent !== whole) makePrivateFolder(parent);
  makePrivateSubfolder(whole);
}

/**
 * Same inside an existing folder. The parent is not created, since it may be the mount point of a share that just went
 * away.
 */
export function makePrivateSubfolder(path: string): void {
  try {
    mkdirSync(path, { mode: privateFolderMode });
  } catch (error) {
    // it exists already, or another process just created it
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/**
 * Whether the desk created a folder itself: its creation time is that of the first file the desk puts into a new one.
 */
export function isCreatedByDesk(folder: string, firstFile: string): boolean {
  try {
    const createdAtMs = statSync(folder).birthtimeMs;
    // 0 if the file system records no creation time
    return createdAtMs > 0 && Math.abs(statSync(join(folder, firstFile)).birthtimeMs - createdAtMs) <= maxCreationGapMs;
  } catch {
    return false;
  }
}

/**
 * Removes other users' access to a file or folder. Returns false if it stays accessible: a share without modes, or
 * another user's file. A missing path counts as closed.
 */
export function restrictAccess(path: string, mode: number): boolean {
  if (process.platform === 'win32') return true;
  const isAccessible = (): boolean => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;
  try {
    if (isAccessible()) chmodSync(path, mode);
    return !isAccessible();
  } catch {
    return false;
  }
}
