import { problem } from '../../shared/contract/problem.ts';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  statSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  fsyncSync,
  renameSync,
  rmSync,
  writeSync,
  readdirSync,
} from 'node:fs';
import { dirname, join, resolve, basename } from 'node:path';

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

const { O_RDWR, O_WRONLY, O_APPEND, O_CREAT, O_TRUNC } = constants;
/** Windows has neither flag, which the types do not show. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;

/**
 * Opens a regular file for reading and appending, and creates it for this user only if it is missing. In a folder that
 * others can write to, a name may be a link to any file of this user, or a pipe that blocks its writer: neither is
 * opened. Throws file system errors, and Error if the path is not a regular file.
 */
export function openToAppend(path: string): number {
  const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
  if (!isFile) throw notRegularFile(path);
  const file = openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, privateFileMode);
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw notRegularFile(path);
}

/** Opens a file for writing from its start, like `w`. Throws if the name is a link, whose target stays unchanged. */
export const openToWrite = (path: string): number =>
  openSync(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, privateFileMode);

const notRegularFile = (path: string): Error =>
  new Error(`${path} is a link, a pipe or a device, and no file. Remove it.`);

/** Creates a file readable only by this user; an existing file is left unchanged. */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', privateFileMode));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Writes a text to a file for this user only. It replaces whatever has that name: a file of any mode, or a link instead
 * of its target. Throws file system errors, and the old content stays then. Without `lasts` the write is not synced,
 * and after a power cut the file may be empty.
 */
export function writePrivateFile(path: string, text: string, { lasts: isSynced = true } = {}): void {
  const unfinished = temporaryPathOf(path);
  try {
    const file = openSync(unfinished, 'wx', privateFileMode);
    try {
      const bytes = Buffer.from(text);
      for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
      if (isSynced) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/**
 * Same for streamed content: `write` fills an empty file at the path it receives. Throws ProblemError `bad-file` if the
 * name is that of a device, a pipe or a folder, which must not be replaced.
 */
export async function replacePrivateFile<T>(path: string, write: (unfinished: string) => Promise<T>): Promise<T> {
  const existing = statSync(path, { throwIfNoEntry: false });
  if (existing && !existing.isFile())
    throw problem('bad-file', `${path} is no file that can be written over. Give another name.`, { reason: 'write' });
  const unfinished = temporaryPathOf(path);
  try {
    makePrivateFile(unfinished);
    const written = await write(unfinished);
    renameSync(unfinished, path);
    return written;
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

const temporaryPathOf = (path: string): string => join(dirname(path), `.${basename(path)}.${randomUUID()}.part`);

/** Folders in a data folder or a host's root that only the desk creates. */
const ownFolders = ['journal', 'made', 'practice', 'host', 'live', 'restoring', 'rehearsal', 'rescuing'];
/** Files of the desk in those, whichever program or version wrote them. */
const ownFile = /^(desk\.(db|lock)|(last-backup|rescued|rescue-wanted|backup-key|safeguards|labels-too-much)\.json)/;

/**
 * Removes other users' access to the desk's files in a data folder or a host's root, including files that an older
 * version left open. Closes the folder itself only if the desk created it, which is detected by the file `first` that
 * it puts into a new one. Returns false if anything stays accessible to others.
 */
export function restrictDataFolder(folder: string, firstFile: string): boolean {
  const isFolderRestricted = isCreatedByDesk(folder, firstFile) ? restrictAccess(folder, privateFolderMode) : true;
  const areEntriesRestricted = listNames(folder).map((name) => {
    const path = join(folder, name);
    if (ownFile.test(name)) return restrictEntry(path, 'file');
    return !ownFolders.includes(name) || restrictOwnFolder(path);
  });
  return [isFolderRestricted, ...areEntriesRestricted].every(Boolean);
}

function restrictOwnFolder(folder: string): boolean {
  const closed = restrictEntry(folder, 'folder');
  // anything deeper is now unreachable for others, and is closed when it is opened itself
  return listNames(folder)
    .map((name) => restrictEntry(join(folder, name), 'file'))
    .reduce((all, one) => all && one, closed);
}

/** Links lead elsewhere and are left alone, as are other types of files. */
function restrictEntry(path: string, as: 'file' | 'folder'): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (as === 'folder' && found?.isDirectory()) return restrictAccess(path, privateFolderMode);
  if (as === 'file' && found?.isFile()) return restrictAccess(path, privateFileMode);
  return true;
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
