import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { problem } from '../../shared/contract/problem.ts';
import { privateFileMode } from './private-folder.ts';

/** Makes a file that this user alone may read, where there is none; one that is there is left as it is. */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', privateFileMode));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Writes a whole text under a name, for this user alone: it takes the place of what stood there, whatever its mode was, and of a
 * link instead of what the link leads to. Throws what the file system throws; the name keeps what it held then. Without `lasts` nobody waits for
 * the disk, and after a power cut it may hold nothing.
 */
export function writePrivate(path: string, text: string, { lasts = true } = {}): void {
  const unfinished = unfinishedOf(path);
  try {
    const file = openSync(unfinished, 'wx', privateFileMode);
    try {
      const bytes = Buffer.from(text);
      for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
      if (lasts) fsyncSync(file);
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
 * The same for what is written as it comes: `write` fills an empty file at the path it is given. Throws ProblemError `bad-file`
 * where the name is that of a device, a pipe or a folder, which nothing may take the place of.
 */
export async function replacePrivately<T>(path: string, write: (unfinished: string) => Promise<T>): Promise<T> {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there && !there.isFile())
    throw problem('bad-file', `${path} is no file that can be written over. Give another name.`, { reason: 'write' });
  const unfinished = unfinishedOf(path);
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

const unfinishedOf = (path: string): string => join(dirname(path), `.${basename(path)}.${randomUUID()}.part`);
