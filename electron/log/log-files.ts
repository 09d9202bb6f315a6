import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRecord, type LogRecord } from './log-record.ts';

/** Older files besides the current one; the oldest is removed at rotation. */
export const olderLogs = 4;

export const logFolderOf = (hostFolder: string): string => join(hostFolder, 'log');

/** `desk.log` is the current file, `desk.1.log` the one before it. */
export const logFile = (older?: number): string => (older ? `desk.${String(older)}.log` : 'desk.log');

/**
 * The newest `most` records of a log, oldest first. Lines that the desk did not write are left out, so that readers may
 * trust the content. A missing log has none.
 */
export async function readLog(folder: string, most: number): Promise<LogRecord[]> {
  let found: LogRecord[] = [];
  for (let older = 0; older <= olderLogs && found.length < most; older++) {
    const text = await readFile(join(folder, logFile(older)), 'utf8').catch(() => '');
    found = [...text.split('\n').flatMap((line) => readRecord(line) ?? []), ...found];
  }
  return found.slice(-most);
}
