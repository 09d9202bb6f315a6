import { makePrivateFolder, privateFileMode } from '../private-files.ts';
import { faultEntry } from './fault-entry.ts';
import { logFile, olderLogs, recordOf, type LogEntry } from './log-record.ts';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';

/** Size at which a file is rotated; all of them together take a few megabytes. */
const fileSize = '1M';

export interface Log {
  /** Writes a line. Invalid entries are dropped; lines the disk refuses are counted, and nothing waits for them. */
  write(entry: LogEntry): void;
  /** Writes synchronously the fault that ends the program. */
  crash(error: unknown): void;
  /** Settles when all lines are on disk or were refused. */
  close(): Promise<void>;
}

/** Opens the log in a folder, created if missing, for this user only. A failing disk is tried again with each line. */
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
    // Each lost line is counted by its own write.
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
