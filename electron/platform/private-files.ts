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
/** The desk writes the first file into a folder it has created within this time; into a user's folder, later. */
const maxCreationGapMs = 50;

/**
 * Creates a folder and its parents for this user only. An existing folder keeps its mode, since a user chose it. Throws
 * file system errors. Creates one level at a time, because Node's recursive mkdir never returns where no folder can be
 * created, such as in /proc.
 */
export function makePrivateFolder(path: string): void {
  const absolutePath = resolve(path);
  if (statSync(absolutePath, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(absolutePath);
  if (parent !== absolutePath) makePrivateFolder(parent);
  makePrivateSubfolder(absolutePath);
}

/**
 * Creates a folder in an existing one. A missing parent may be on a share that is not mounted, so it is not created.
 */
export function makePrivateSubfolder(path: string): void {
  try {
    mkdirSync(path, { mode: privateFolderMode });
  } catch (error) {
    // it exists already, or another process just created it
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Whether the desk created a folder: then its creation time is that of `firstFile`, which the desk writes first. */
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
 * Removes other users' access to a file or folder. Returns false if it stays accessible, as on a share without modes,
 * or if another user owns it. A missing path counts as restricted.
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
 * of its target. Throws file system errors, and then keeps the old content. If `lasts` is false, the write is not
 * synced, and after a power cut the file may be empty.
 */
export function writePrivateFile(path: string, text: string, { lasts: isSynced = true } = {}): void {
  const temporaryPath = temporaryPathOf(path);
  try {
    const file = openSync(temporaryPath, 'wx', privateFileMode);
    try {
      const bytes = Buffer.from(text);
      for (let writtenBytes = 0; writtenBytes < bytes.length;) writtenBytes += writeSync(file, bytes, writtenBytes);
      if (isSynced) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporaryPath, path);
  } catch (error) {
    rmSync(temporaryPath, { force: true });
    throw error;
  }
}

/**
 * The same for streamed content: `write` fills an empty file at the path it receives. Throws ProblemError `bad-file` if
 * the path is a device, a pipe or a folder, which must not be replaced.
 */
export async function replacePrivateFile<T>(path: string, write: (temporaryPath: string) => Promise<T>): Promise<T> {
  const existing = statSync(path, { throwIfNoEntry: false });
  if (existing && !existing.isFile())
    throw problem('bad-file', `${path} is no file that can be written over. Give another name.`, { reason: 'write' });
  const temporaryPath = temporaryPathOf(path);
  try {
    makePrivateFile(temporaryPath);
    const result = await write(temporaryPath);
    renameSync(temporaryPath, path);
    return result;
  } catch (error) {
    rmSync(temporaryPath, { force: true });
    throw error;
  }
}

const temporaryPathOf = (path: string): string => join(dirname(path), `.${basename(path)}.${randomUUID()}.part`);

/** Folders in a data folder or a host's root that only the desk creates. */
const ownFolders = ['journal', 'made', 'practice', 'host', 'live', 'restoring', 'rehearsal', 'rescuing'];
/** Files in a data folder or a host's root that only the desk writes. */
const ownFilePattern =
  /^(desk\.(db|lock)|(last-backup|rescued|rescue-wanted|backup-key|safeguards|labels-too-much)\.json)/;

/**
 * Removes other users' access to the desk's files in a data folder or a host's root, including files of older versions.
 * Restricts the folder itself only if the desk created it (see `isCreatedByDesk`). Returns false if anything stays
 * accessible to others.
 */
export function restrictDataFolder(folder: string, firstFile: string): boolean {
  const isFolderRestricted = isCreatedByDesk(folder, firstFile) ? restrictAccess(folder, privateFolderMode) : true;
  const areEntriesRestricted = listNames(folder).map((name) => {
    const path = join(folder, name);
    if (ownFilePattern.test(name)) return restrictEntry(path, 'file');
    return !ownFolders.includes(name) || restrictOwnFolder(path);
  });
  return [isFolderRestricted, ...areEntriesRestricted].every(Boolean);
}

function restrictOwnFolder(folder: string): boolean {
  const isRestricted = restrictEntry(folder, 'folder');
  // deeper files are now unreachable for others
  return listNames(folder)
    .map((name) => restrictEntry(join(folder, name), 'file'))
    .reduce((areAll, isEntryRestricted) => areAll && isEntryRestricted, isRestricted);
}

/** Ignores links, which lead elsewhere, and files of other types. */
function restrictEntry(path: string, type: 'file' | 'folder'): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (type === 'folder' && stats?.isDirectory()) return restrictAccess(path, privateFolderMode);
  if (type === 'file' && stats?.isFile()) return restrictAccess(path, privateFileMode);
  return true;
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
