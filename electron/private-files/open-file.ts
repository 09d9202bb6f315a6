import { closeSync, constants, fstatSync, lstatSync, openSync } from 'node:fs';
import { privateFileMode } from './private-folder.ts';

const { O_RDWR, O_WRONLY, O_APPEND, O_CREAT, O_TRUNC } = constants;
/** Windows has neither flag, and types do not say so. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;

/**
 * Opens a regular file to read it and to write at its end, and makes it for this user alone where there is none. In a folder that others
 * can write to, a name may be a link to any file of this user, or a pipe that holds up whoever writes into it: neither is opened. Throws
 * what the file system throws, and Error for what is no regular file.
 */
export function openToAppend(path: string): number {
  const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
  if (!isFile) throw noFile(path);
  const file = openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, privateFileMode);
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw noFile(path);
}

/** Opens a file to write it from its beginning, as `w`; where its name is that of a link it throws, and what that leads to stays as it is. */
export const openToWrite = (path: string): number =>
  openSync(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, privateFileMode);

const noFile = (path: string): Error => new Error(`${path} is a link, a pipe or a device, and no file. Remove it.`);
