import { closeSync, constants, fstatSync, lstatSync, openSync } from 'node:fs';
import { privateFileMode } from './private-folder.ts';

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
