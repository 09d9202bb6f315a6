import { problem, type ProblemError } from '../../shared/contract/problem.ts';
import { relayFault } from './link/failure.ts';
import type { StoredFile } from './log/log-record.ts';
import { makePrivateFolder, replacePrivateFile, writePrivateFile } from './private-files.ts';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { z } from 'zod';

/** The content of a file. `damaged`: it does not fit the schema; `unreadable`: the system refuses to read it. */
type Content<T> =
  { state: 'whole'; value: T } | { state: 'missing' | 'damaged' } | { state: 'unreadable'; code: string };

interface JsonFileOptions<T> {
  /** name in the log, which contains no paths */
  name: StoredFile;
  path: string;
  schema: z.ZodType<T>;
  /** false for content that may be lost in a power cut: a write is not synced */
  isSynced?: boolean;
}

/**
 * A small JSON file with one schema that only this user may read. A write never overwrites a damaged file: it is first
 * renamed to `<path>.broken-1`, `-2` and so on, which is logged. A file that the system refuses to read is not
 * overwritten at all.
 */
export function jsonFile<T>({ name, path, schema, isSynced = true }: JsonFileOptions<T>) {
  function parseContent(text: string): Content<T> {
    try {
      return { state: 'whole', value: schema.parse(JSON.parse(text)) };
    } catch {
      return { state: 'damaged' };
    }
  }

  function contentAfterError(error: unknown): Content<T> {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return code === 'ENOENT' || code === 'ENOTDIR' ? { state: 'missing' } : { state: 'unreadable', code };
  }

  function readContent(): Content<T> {
    try {
      return parseContent(readFileSync(path, 'utf8'));
    } catch (error) {
      return contentAfterError(error);
    }
  }

  const valueOf = (content: Content<T>): T | null => (content.state === 'whole' ? content.value : null);

  /** Moves a damaged file out of the way of a write. Throws ProblemError `bad-file` if the file is unreadable. */
  function prepareWrite(content: Content<T>): void {
    if (content.state === 'unreadable') throw unreadableProblem(path, content.code);
    makePrivateFolder(dirname(path));
    if (content.state === 'damaged') moveAside();
  }

  function moveAside(): void {
    let number = 1;
    while (existsSync(asidePath(path, number))) number += 1;
    renameSync(path, asidePath(path, number));
    relayFault({ event: 'file-set-aside', file: name });
    process.stderr.write(`${path} is damaged. It was kept as ${asidePath(path, number)}, and a new one was begun.\n`);
  }

  function write(value: T): void {
    prepareWrite(readContent());
    writePrivateFile(path, JSON.stringify(value), { lasts: isSynced });
  }

  return {
    /** Returns null if there is no file, or if it is damaged or unreadable. */
    read: (): T | null => valueOf(readContent()),
    /** The same without blocking the thread. */
    readAsync: (): Promise<T | null> => readFile(path, 'utf8').then(parseContent, contentAfterError).then(valueOf),
    /** Replaces the content. Throws ProblemError `bad-file` and file system errors, and then keeps the old content. */
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
     * Replaces the content by the result of `newValueOf`, without blocking the thread on slow disks. If the result is
     * null, the file is removed together with the damaged ones kept beside it, which may have the same content; a
     * damaged file is not removed. Throws as `write` does. Not safe against another change at the same time.
     */
    async change(newValueOf: (current: T | null) => Promise<T | null> | T | null): Promise<void> {
      const content = await readFile(path, 'utf8').then(parseContent, contentAfterError);
      const value = await newValueOf(valueOf(content));
      if (value === null) {
        if (content.state === 'unreadable') throw unreadableProblem(path, content.code);
        if (content.state === 'damaged') throw damagedProblem(path);
        removeAll(path);
        return;
      }
      prepareWrite(content);
      await replacePrivateFile(path, (temporaryPath) =>
        writeFile(temporaryPath, JSON.stringify(value), { flush: isSynced }),
      );
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

const unreadableProblem = (path: string, code: string): ProblemError =>
  problem(
    'bad-file',
    `${path} cannot be read (${code}), so it is not overwritten. Make it readable for this user, or move it away. Nothing was changed.`,
    { reason: 'not-readable', file: path },
  );

const damagedProblem = (path: string): ProblemError =>
  problem(
    'bad-file',
    `${path} is damaged, so nothing can be removed from it. Move it away or delete it. Nothing was changed.`,
    { reason: 'not-readable', file: path },
  );
