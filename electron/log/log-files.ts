import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRecord, type LogRecord } from './log-record.ts';

/** Older files beside the one that is written; the oldest goes when another is set aside. */
export const olderLogs = 4;

export const logFolderOf = (hostFolder: string): string => join(hostFolder, 'log');

/** `desk.log` is the one that is written, `desk.1.log` the one before it. */
export const logFile = (older?: number): string => (older ? `desk.${String(older)}.log` : 'desk.log');

/**
 * The newest records of a log, oldest first, at most so many. Lines that the desk did not write are left out: whatever reads the log
 * may trust that it holds nothing else. A log that is not there has none.
 */
export async function readLog(folder: string, most: number): Promise<LogRecord[]> {
  let found: LogRecord[] = [];
  for (let older = 0; older <= olderLogs && found.length < most; older++) {
    const text = await readFile(join(folder, logFile(older)), 'utf8').catch(() => '');
    found = [...text.split('\n').flatMap((line) => readRecord(line) ?? []), ...found];
  }
  return found.slice(-most);
}
