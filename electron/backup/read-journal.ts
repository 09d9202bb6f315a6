import { closeSync, type Dirent, existsSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { problem } from '../../shared/contract/problem.ts';
import { deskFileName } from '../register/identity.ts';
import { readLine, type JournalLine } from './journal-line.ts';
import { createLineReader, type LineReader } from './locked-lines.ts';

/** Folder of the rescue journal within a data folder. */
export const journalFolder = 'journal';

/** Longest line that is read (bytes); longer ones count as damaged. */
const maxLineBytes = 32 * 1024 * 1024;
const chunkBytes = 1024 * 1024;
/** Bytes read from the end of a day: some ten lines or more. */
const endBytes = 16 * 1024;

const deskFolderPattern = /^parcel-desk-[0-9a-f]{20}$/;

const daysIn = (folder: string): Dirent[] =>
  readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name.endsWith('.jsonl'));

/** Names of the days in a journal folder, oldest first. Other things there, including pipes and links, are not days. */
export function journalDays(folder: string): string[] {
  return daysIn(folder)
    .filter((day) => day.isFile())
    .map(({ name }) => name)
    .sort();
}

export interface JournalDays {
  /** all, oldest first */
  days: readonly string[];
  /**
   * the last by name, and the one written last: a clock that was once ahead has left a day with a later name that is
   * not written to any more
   */
  newestDays: readonly string[];
}

/** Lists the days of a journal folder; none if it does not exist. */
export function listDays(folder: string): JournalDays {
  const days = existsSync(folder) ? journalDays(folder) : [];
  const written = days.map((day) => statSync(join(folder, day)).mtimeMs);
  const lastWritten = written.lastIndexOf(Math.max(...written));
  return { days, newestDays: days.filter((_day, n) => n === days.length - 1 || n === lastWritten) };
}

/** Lines of one day in their order; null for each damaged one. Only one is in memory at a time. */
export function* dayLines(path: string, opener = createLineReader()): Generator<JournalLine | null> {
  const day = basename(path, '.jsonl');
  const file = openSync(path, 'r');
  try {
    for (const line of rawLines(file, 0)) {
      if (line === null) yield null;
      else yield* opener.read(line, day);
    }
  } finally {
    closeSync(file);
  }
}

/**
 * The lines of one day of a folder's own journal, which is never locked, each with its text; `line` is null if it
 * cannot be read.
 */
export function* dayLinesWithText(path: string): Generator<{ text: string; line: JournalLine | null }> {
  const file = openSync(path, 'r');
  try {
    for (const text of rawLines(file, 0)) if (text !== null) yield { text, line: readLine(text) };
  } finally {
    closeSync(file);
  }
}

/**
 * The newest lines of a day, as by `linesOfDay`, in constant time: those that begin within its last 16 KiB. `isAll`:
 * the day has no others.
 */
export function readDayEnd(path: string): { lines: (JournalLine | null)[]; isComplete: boolean } {
  const file = openSync(path, 'r');
  try {
    const from = Math.max(0, fstatSync(file).size - endBytes);
    const [, ...whole] = from === 0 ? [null, ...rawLines(file, 0)] : rawLines(file, from);
    const opener = createLineReader();
    return {
      lines: whole.flatMap((line) => (line === null ? [null] : [...opener.read(line)])),
      isComplete: from === 0,
    };
  } finally {
    closeSync(file);
  }
}

/** Called for something with the name of a day that is not a file: it is not read, and a day may be missing. */
type OnSkipped = (path: string) => void;

/**
 * Every line of a journal folder, oldest day first; also null for each day that is not a file, such as a pipe or a
 * link.
 */
export function* journalLines(
  folder: string,
  opener = createLineReader(),
  unread: OnSkipped = () => undefined,
): Generator<JournalLine | null> {
  yield* linesOfFolders([folder], opener, unread);
}

function* linesOfFolders(
  folders: readonly string[],
  opener: LineReader,
  unread: OnSkipped,
): Generator<JournalLine | null> {
  opener.setLockSource(() => linesNewestFirst(folders));
  for (const folder of folders) {
    for (const day of daysIn(folder)) {
      if (day.isFile()) continue;
      unread(join(folder, day.name));
      yield null;
    }
    for (const day of journalDays(folder)) yield* dayLines(join(folder, day), opener);
  }
}

/** The raw lines of all days, newest day first; null for one that is too long. */
function* linesNewestFirst(folders: readonly string[]): Generator<string | null> {
  const days = folders.flatMap((folder) => journalDays(folder).map((day) => join(folder, day)));
  for (const day of days.toSorted((a, b) => (basename(a) < basename(b) ? 1 : -1))) {
    const file = openSync(day, 'r');
    try {
      yield* rawLines(file, 0);
    } finally {
      closeSync(file);
    }
  }
}

/**
 * Every line of one desk in a journal folder (null: the desk is unknown). A second journal has a folder for each desk
 * that writes there; days directly in it come from older programs, or it is a data folder's own journal. Throws
 * ProblemError `bad-file` if only other desks wrote there.
 */
export function* deskLines(
  place: string,
  desk: string | null,
  opener: LineReader,
  unread: OnSkipped = () => undefined,
): Generator<JournalLine | null> {
  const own = desk === null ? null : deskFileName(desk);
  const named = readdirSync(place, { withFileTypes: true })
    .filter((one) => one.isDirectory() && deskFolderPattern.test(one.name))
    .map(({ name }) => name);
  const mine = named.filter((name) => name === own || (own === null && named.length === 1));
  if (mine.length === 0 && named.length > 0 && journalDays(place).length === 0)
    throw problem('bad-file', `${place} holds the journals of other desks, and none of this one.`);
  yield* linesOfFolders([place, ...mine.map((name) => join(place, name))], opener, unread);
}

const lockedLinePattern = /^.{64} \{"v":[34],/;

/** Whether any line in a journal folder is locked, of whichever desk. Throws file system errors. */
export function hasLockedLines(place: string): boolean {
  if (!statSync(place).isDirectory()) return false;
  const inner = readdirSync(place, { withFileTypes: true }).filter(
    (one) => one.isDirectory() && deskFolderPattern.test(one.name),
  );
  return [place, ...inner.map(({ name }) => join(place, name))].some((folder) =>
    journalDays(folder).some((day) => {
      const file = openSync(join(folder, day), 'r');
      try {
        for (const line of rawLines(file, 0)) if (line !== null && lockedLinePattern.test(line)) return true;
        return false;
      } finally {
        closeSync(file);
      }
    }),
  );
}

function* rawLines(file: number, from: number): Generator<string | null> {
  let at = from;
  const chunk = Buffer.alloc(chunkBytes);
  let pieces: Buffer[] = [];
  let held = 0;
  const finish = (): string | null | undefined => {
    const line = held > maxLineBytes ? null : Buffer.concat(pieces).toString('utf8');
    pieces = [];
    held = 0;
    return line === '' ? undefined : line;
  };
  const read = (): number => readSync(file, chunk, 0, chunk.length, at);
  for (let size = read(); size > 0; size = read()) {
    at += size;
    let done = 0;
    while (done < size) {
      const end = chunk.subarray(0, size).indexOf(10, done);
      const piece = chunk.subarray(done, end < 0 ? size : end);
      held += piece.length;
      // bytes past the limit are counted, not stored
      if (held <= maxLineBytes) pieces.push(Buffer.from(piece));
      if (end < 0) break;
      done = end + 1;
      const line = finish();
      if (line !== undefined) yield line;
    }
  }
  const last = finish();
  if (last !== undefined) yield last;
}
