import { makePrivateFolder, privateFileMode } from '../private-files.ts';
import { faultEntry } from './fault-entry.ts';
import { logFile, olderLogs, recordOf, type LogEntry } from './log-record.ts';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';

/** Size at which a file is rotated. */
const fileSize = '1M';

export interface Log {
  /** Writes a line without waiting. Invalid entries are dropped; lines that cannot be written are counted. */
  write(entry: LogEntry): void;
  /** Writes synchronously the fault that ends the program. */
  crash(error: unknown): void;
  /** Resolves when all lines are written or have failed. */
  close(): Promise<void>;
}

/** Opens the log in a folder, created if missing, for this user only. If it cannot be opened, each line tries again. */
export function openLog(folder: string, now: () => number): Log {
  let lostLines = 0;
  let isClosing = false;
  let stream = openStream();

  function openStream(): RotatingFileStream | null {
    try {
      makePrivateFolder(folder);
    } catch {
      return null;
    }
    const newStream = createStream((older) => logFile(Number(older ?? 0)), {
      path: folder,
      size: fileSize,
      rotate: olderLogs,
      mode: privateFileMode,
    });
    // the callback of each write counts lost lines
    newStream.on('error', () => undefined);
    return newStream;
  }

  function writeRecord(target: RotatingFileStream | null, entry: LogEntry, lines: number): void {
    const record = recordOf(entry, now());
    if (!record) return;
    if (target) target.write(`${JSON.stringify(record)}\n`, (error) => (lostLines += error ? lines : 0));
    else lostLines += lines;
  }

  return {
    write(entry) {
      if (isClosing) return;
      if (!stream || stream.destroyed) stream = openStream();
      const lines = lostLines;
      lostLines = 0;
      if (lines > 0) writeRecord(stream, { event: 'lost', lines }, lines);
      writeRecord(stream, entry, 1);
    },
    crash(error) {
      const record = recordOf({ ...faultEntry(error), event: 'crashed' }, now());
      try {
        appendFileSync(join(folder, logFile()), `${JSON.stringify(record)}\n`, { mode: privateFileMode });
      } catch {
        // the program ends anyway
      }
    },
    close() {
      isClosing = true;
      const { promise, resolve } = Promise.withResolvers<void>();
      if (!stream || stream.destroyed) resolve();
      else stream.once('close', resolve).end();
      return promise;
    },
  };
}
