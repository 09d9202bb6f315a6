import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';
import { makePrivateFolder, privateFileMode } from '../private-files/private-folder.ts';
import { faultEntry } from './fault-entry.ts';
import { logFile, olderLogs } from './log-files.ts';
import { recordOf, type LogEntry } from './log-record.ts';

/** A file is set aside at this size: all of them take a few megabytes. */
const fileSize = '1M';

export interface Log {
  /** Writes a line. What has no place in the log is not written; what the disk does not take is counted, and nothing waits for it. */
  write(entry: LogEntry): void;
  /** Writes at once what the program ends by. */
  crash(error: unknown): void;
  /** Settles when the disk has what was written, or does not take it. */
  close(): Promise<void>;
}

/** Opens the log in a folder, which is made where it is not there, for this user alone. A disk that takes nothing now is tried with each line. */
export function openLog(folder: string, now: () => number): Log {
  let lost = 0;
  let closing = false;
  let stream = begin();

  function begin(): RotatingFileStream | null {
    try {
      makePrivateFolder(folder);
    } catch {
      return null;
    }
    const made = createStream((older) => logFile(Number(older ?? 0)), {
      path: folder,
      size: fileSize,
      rotate: olderLogs,
      mode: privateFileMode,
    });
    // each line that is lost by it is counted where it is written
    made.on('error', () => undefined);
    return made;
  }

  function put(to: RotatingFileStream | null, entry: LogEntry, lines: number): void {
    const record = recordOf(entry, now());
    if (!record) return;
    if (to) to.write(`${JSON.stringify(record)}\n`, (error) => (lost += error ? lines : 0));
    else lost += lines;
  }

  return {
    write(entry) {
      if (closing) return;
      if (!stream || stream.destroyed) stream = begin();
      const lines = lost;
      lost = 0;
      if (lines > 0) put(stream, { event: 'lost', lines }, lines);
      put(stream, entry, 1);
    },
    crash(error) {
      const record = recordOf({ ...faultEntry(error), event: 'crashed' }, now());
      try {
        appendFileSync(join(folder, logFile()), `${JSON.stringify(record)}\n`, { mode: privateFileMode });
      } catch {
        // the program ends whether it can be written or not
      }
    },
    close() {
      closing = true;
      const { promise, resolve } = Promise.withResolvers<void>();
      if (!stream || stream.destroyed) resolve();
      else stream.once('close', resolve).end();
      return promise;
    },
  };
}
