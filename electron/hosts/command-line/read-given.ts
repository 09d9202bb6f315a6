import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { problem } from '../../../shared/contract/problem.ts';

/** Secrets are short lines; a larger file contains none. */
const maxBytes = 1024 * 1024;
const timeoutMs = 10_000;
const stepMs = 20;

/**
 * Reads a small file or pipe (a shell makes one for `<(…)`) named by an option. Throws `bad-setting` if it cannot be
 * read, is too large, or a pipe delivers nothing for ten seconds: a blocking open would wait forever and ignore
 * signals.
 */
export function readSmallFile(path: string): string {
  const cannotRead = (why: string) => problem('bad-setting', `${path} cannot be read (${why}).`);
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(file);
    if (!stat.isFile() && !stat.isFIFO()) throw cannotRead('no file');
    const bytes = Buffer.alloc(maxBytes + 1);
    let length = 0;
    for (let read = 1; read > 0 && length < bytes.length; length += read) read = readWithin(file, bytes, length);
    if (length > maxBytes) throw cannotRead('larger than 1 MB');
    return bytes.toString('utf8', 0, length).replace(/^\uFEFF/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : cannotRead(code === 'EAGAIN' ? 'nothing came through it' : code);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function readWithin(file: number, into: Buffer, at: number): number {
  for (let waitedMs = 0; ; waitedMs += stepMs) {
    try {
      return readSync(file, into, at, into.length - at, null);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || waitedMs >= timeoutMs) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stepMs);
  }
}
