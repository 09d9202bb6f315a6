import { closeSync, fdatasync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';

/**
 * The rescue journal: every capture as one line of text, a file a day, beside the database and on a second path if one is set.
 * A line is written after the commit and before "saved" is shown. It is read only when the database is lost, so a failure to
 * write it is told and stops nothing.
 */
export interface JournalLine {
  id: string;
  at: number;
  endpoint: number;
  operator: string;
  query: Record<string, unknown>;
  body: unknown;
}

export interface JournalHost {
  /** places to write to; the first is the data folder's own */
  folders: () => readonly string[];
  now: () => number;
  /** told when a place cannot be written, and (null) when it can be again */
  onTrouble: (trouble: { folder: string; message: string } | null) => void;
}

export function openJournal(host: JournalHost) {
  const open = new Map<string, { day: string; file: number }>();

  function fileFor(folder: string, day: string): number {
    const held = open.get(folder);
    if (held?.day === day) return held.file;
    if (held !== undefined) closeSync(held.file);
    open.delete(folder);
    mkdirSync(folder, { recursive: true });
    const file = openSync(join(folder, `${day}.jsonl`), 'a', 0o600);
    open.set(folder, { day, file });
    return file;
  }

  return {
    write(lines: readonly JournalLine[]): void {
      if (lines.length === 0) return;
      const text = lines.map(writeLine).join('');
      const day = new Date(host.now()).toISOString().slice(0, 10);
      let trouble: { folder: string; message: string } | null = null;
      for (const folder of host.folders()) {
        try {
          const file = fileFor(folder, day);
          writeSync(file, text);
          // The database has made the capture durable; the journal may follow a moment later.
          fdatasync(file, () => undefined);
        } catch (error) {
          trouble = { folder, message: error instanceof Error ? error.message : String(error) };
        }
      }
      host.onTrouble(trouble);
    },
    close(): void {
      for (const { file } of open.values()) closeSync(file);
      open.clear();
    },
  };
}
export type Journal = ReturnType<typeof openJournal>;

function writeLine(line: JournalLine): string {
  const text = JSON.stringify(line);
  return `${hashOf(text)} ${text}\n`;
}

/** Reads every whole line of a journal folder, oldest first; `damaged` counts lines whose hash does not match. */
export function readJournal(folder: string): { lines: JournalLine[]; damaged: number } {
  const lines: JournalLine[] = [];
  let damaged = 0;
  for (const name of readdirSync(folder)
    .filter((n) => n.endsWith('.jsonl'))
    .sort()) {
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      if (line === '') continue;
      const text = line.slice(65);
      if (line[64] === ' ' && hashOf(text) === line.slice(0, 64)) lines.push(JSON.parse(text) as JournalLine);
      else damaged += 1;
    }
  }
  return { lines, damaged };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
