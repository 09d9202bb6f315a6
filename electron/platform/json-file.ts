import { problem, type ProblemError } from '../../shared/contract/problem.ts';
import { relayFault } from './link/failure.ts';
import type { StoredFile } from './log/log-record.ts';
import { makePrivateFolder, replacePrivateFile, writePrivateFile } from './private-files.ts';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { z } from 'zod';

/** What is in a file. `damaged`: it holds something else; `unreadable`: the system refuses to read it. */
type Content<T> = { is: 'whole'; value: T } | { is: 'missing' | 'damaged' } | { is: 'unreadable'; code: string };

interface JsonFileOptions<T> {
  /** name in the log, which contains no paths */
  name: StoredFile;
  path: string;
  schema: z.ZodType<T>;
  /** false: a write is not synced, for content that can be lost in a power cut */
  lasts?: boolean;
}

/**
 * A small JSON file of one shape that only this user may read. No write loses what a damaged file holds: the file is
 * first renamed to `<path>.broken-1`, `-2` and so on, and the log says so. A file that the system refuses to read is
 * not overwritten at all.
 */
export function jsonFile<T>({ name, path, schema, lasts = true }: JsonFileOptions<T>) {
  function parse(text: string): Content<T> {
    try {
      return { is: 'whole', value: schema.parse(JSON.parse(text)) };
    } catch {
      return { is: 'damaged' };
    }
  }

  function failed(error: unknown): Content<T> {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return code === 'ENOENT' || code === 'ENOTDIR' ? { is: 'missing' } : { is: 'unreadable', code };
  }

  function inspect(): Content<T> {
    try {
      return parse(readFileSync(path, 'utf8'));
    } catch (error) {
      return failed(error);
    }
  }

  const valueOf = (content: Content<T>): T | null => (content.is === 'whole' ? content.value : null);

  /** Makes the path free for a write. Throws ProblemError `bad-file` if nothing may be written there. */
  function prepareWrite(content: Content<T>): void {
    if (content.is === 'unreadable') throw unreadable(path, content.code);
    makePrivateFolder(dirname(path));
    if (content.is === 'damaged') setAside();
  }

  function setAside(): void {
    let number = 1;
    while (existsSync(asidePath(path, number))) number += 1;
    renameSync(path, asidePath(path, number));
    relayFault({ event: 'file-set-aside', file: name });
    process.stderr.write(`${path} is damaged. It was kept as ${asidePath(path, number)}, and a new one was begun.\n`);
  }

  function write(value: T): void {
    prepareWrite(inspect());
    writePrivateFile(path, JSON.stringify(value), { lasts });
  }

  return {
    /** null if there is no file, or none that can be read. */
    read: (): T | null => valueOf(inspect()),
    /** The same without blocking the thread. */
    readAsync: (): Promise<T | null> => readFile(path, 'utf8').then(parse, failed).then(valueOf),
    /** Replaces the content. Throws ProblemError `bad-file` and file system errors; the old content stays then. */
    write,
    /** The same for content that can be lost: an error is ignored. */
    writeIfPossible(value: T): void {
      try {
        write(value);
      } catch {
        return;
      }
    },
    /**
     * Replaces the content by what `next` makes of it (null: none), without blocking the thread on slow disks. If
     * `next` returns null, the file is removed together with those set aside, which may hold the same; a damaged file
     * is not. Throws as `write` does. Not safe against another change at the same time.
     */
    async change(next: (current: T | null) => Promise<T | null> | T | null): Promise<void> {
      const content = await readFile(path, 'utf8').then(parse, failed);
      const value = await next(valueOf(content));
      if (value === null) {
        if (content.is === 'unreadable') throw unreadable(path, content.code);
        if (content.is === 'damaged') throw damaged(path);
        removeAll(path);
        return;
      }
      prepareWrite(content);
      await replacePrivateFile(path, (unfinished) => writeFile(unfinished, JSON.stringify(value), { flush: lasts }));
    },
  };
}

const asidePath = (path: string, number: number): string => `${path}.broken-${String(number)}`;

function removeAll(path: string): void {
  const folder = dirname(path);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder))
    if (name === basename(path) || name.startsWith(`${basename(path)}.broken-`))
      rmSync(join(folder, name), { force: true });
}

const unreadable = (path: string, code: string): ProblemError =>
  problem(
    'bad-file',
    `${path} cannot be read (${code}), so it is not overwritten. Make it readable for this user, or move it away. Nothing was changed.`,
    { reason: 'not-readable', file: path },
  );

const damaged = (path: string): ProblemError =>
  problem(
    'bad-file',
    `${path} is damaged, so nothing can be removed from it. Move it away or delete it. Nothing was changed.`,
    { reason: 'not-readable', file: path },
  );
