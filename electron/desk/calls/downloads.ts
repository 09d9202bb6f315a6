import type { DeskFile } from '../../../shared/contract/desk-state.ts';
import { problem, ProblemError } from '../../../shared/contract/problem.ts';
import { makePrivateFolder } from '../../platform/private-files.ts';
import { diskProblem } from '../../storage/database/disk-problem.ts';
import type { Download } from './screen-desk.ts';
import { randomUUID } from 'node:crypto';
import { open, readdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';

/** Media types of spreadsheets by file extension. */
export const sheetTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export type SheetFormat = keyof typeof sheetTypes;

/** Local date and time, for file names. */
export function timeStamp(now: number): string {
  const date = new Date(now);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())} ${twoDigits(date.getHours())}${twoDigits(date.getMinutes())}`;
}

/** Replaces characters that a file system may reject. */
export const safeFileName = (name: string): string => name.replace(/[\p{Cc}\\/:*?"<>|]/gu, '_').replace(/^\.+/, '_');

/** Maximum age of a file that was not downloaded (ms). */
export const downloadLifeMs = 10 * 60 * 1000;
/** Maximum size of all files together (bytes); the oldest are removed. */
const maxBytes = 512 * 1024 * 1024;

const descriptionSchema = z.object({ name: z.string(), mediaType: z.string(), at: z.number(), bytes: z.number() });
const downloadFolder = (folder: string) => join(folder, 'made');
const fileIdPattern = /^[0-9a-f-]{36}$/;

/**
 * Stores a file for a person in the data folder until a host fetches it: a worker writes it and the host's thread
 * serves it, without either holding it in memory. `write` writes it to a path. Throws ProblemError `bad-file` if the
 * disk refuses it, and what `write` throws.
 */
export async function storeDownload(
  folder: string,
  fileInfo: Pick<Download, 'name' | 'mediaType'>,
  now: number,
  write: (path: string) => Promise<unknown>,
): Promise<DeskFile> {
  const id = randomUUID();
  const path = join(downloadFolder(folder), id);
  try {
    makePrivateFolder(downloadFolder(folder));
    await write(path);
    const { size: bytes } = await stat(path);
    await sweepDownloads(folder, now, bytes);
    await writeFile(`${path}.json`, JSON.stringify({ ...fileInfo, at: now, bytes }), { mode: 0o600 });
    return { id, ...fileInfo, bytes };
  } catch (error) {
    await rm(path, { force: true });
    const diskFault = diskProblem(error, folder);
    if (diskFault) throw new ProblemError(diskFault);
    if (error instanceof Error && 'syscall' in error && 'code' in error)
      throw problem('bad-file', `The file cannot be written to ${downloadFolder(folder)} (${String(error.code)}).`, {
        reason: 'write',
      });
    throw error;
  }
}

/** Serves a file once, streamed from the disk; null if the id is unknown or expired. */
export async function takeDownload(folder: string, id: string, now: number): Promise<Download | null> {
  if (!fileIdPattern.test(id)) return null;
  const path = join(downloadFolder(folder), id);
  const fileInfo = await readDescription(path);
  if (!fileInfo) return null;
  try {
    // whoever unlinks the description gets the file: of two concurrent requests only one succeeds
    await unlink(`${path}.json`);
  } catch {
    return null;
  }
  try {
    if (isExpired(fileInfo.at, now)) return null;
    const file = await open(path, 'r');
    const body = Readable.toWeb(file.createReadStream()) as Download['body'];
    return { name: fileInfo.name, mediaType: fileInfo.mediaType, bytes: fileInfo.bytes, body };
  } catch {
    return null;
  } finally {
    // an open file remains readable after it is unlinked
    await rm(path, { force: true });
  }
}

/**
 * Removes expired files, since labels and lists contain personal data, and the oldest ones to make room for
 * `neededBytes` more.
 */
export async function sweepDownloads(folder: string, now: number, neededBytes = 0): Promise<void> {
  const names = await readdir(downloadFolder(folder)).catch(() => []);
  const paths = names.filter((name) => fileIdPattern.test(name)).map((name) => join(downloadFolder(folder), name));
  const filesWithInfo = await Promise.all(paths.map(async (path) => ({ path, fileInfo: await readDescription(path) })));
  // a file without a description is being written or served
  const completeFiles = filesWithInfo.flatMap(({ path, fileInfo }) =>
    fileInfo ? [{ path, at: fileInfo.at, size: fileInfo.bytes }] : [],
  );
  let bytes = neededBytes;
  for (const { path, at, size } of completeFiles.sort((a, b) => b.at - a.at)) {
    bytes += size;
    if (!isExpired(at, now) && bytes <= maxBytes) continue;
    await rm(`${path}.json`, { force: true });
    await rm(path, { force: true });
  }
}

/** Removes all files, when a host opens the folder. */
export async function clearDownloads(folder: string): Promise<void> {
  await rm(downloadFolder(folder), { recursive: true, force: true });
}

// also expired if the clock was set back, so that no file stays forever
const isExpired = (at: number, now: number): boolean => now < at || now - at > downloadLifeMs;

async function readDescription(path: string): Promise<z.infer<typeof descriptionSchema> | null> {
  try {
    return descriptionSchema.parse(JSON.parse(await readFile(`${path}.json`, 'utf8')));
  } catch {
    return null;
  }
}
