import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { problem } from '../../shared/contract/problem.ts';
import { privateFileMode } from './private-folder.ts';

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
