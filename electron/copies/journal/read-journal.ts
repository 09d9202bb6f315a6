import { problem } from '../../../shared/contract/problem.ts';
import { actionLookup, actionReader } from '../../outbox/read-actions.ts';
import { writeRequest } from '../../outbox/stored-request.ts';
import type { Opener } from '../../platform/encryption/lock.ts';
import { makePrivateFolder } from '../../platform/private-files.ts';
import { factStore } from '../../storage/database/facts.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import { isPlausible } from '../../storage/register/generation.ts';
import { deskFileName, deskFileNamer } from '../../storage/register/identity.ts';
import { createLineReader, lastProvenStep, type LineReader } from '../backup/locked-lines.ts';
import { runAll, type Steps } from '../verify/run-steps.ts';
import { createJournalFile } from './journal-file.ts';
import { type JournalLine, readLine, type ActionLine, type UnversionedLine, formatParsedLine } from './journal-line.ts';
import {
  closeSync,
  type Dirent,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  fdatasyncSync,
  realpathSync,
} from 'node:fs';
import { basename, join } from 'node:path';

export interface JournalComparison {
  lines: number;
  damagedLines: number;
  /** unique ids of entries with lines in the journal that the database does not know */
  missing: string[];
}

/**
 * Compares lines of a journal (null: a damaged one) with the database beside it. Actions of users must be in the
 * histories; for a line of the old format, the entry must exist.
 */
export const compareJournal = (db: Sqlite, lines: Iterable<JournalLine | null>): JournalComparison =>
  runAll(compareSteps(db, lines));

/** Lines between two yields. */
const linesPerStep = 2000;

/** `compareJournal` in pieces. */
export function* compareSteps(db: Sqlite, lines: Iterable<JournalLine | null>): Steps<JournalComparison> {
  // a journal has at most a line for each step of the histories, besides those of older programs
  const expected = db.prepare<[], number>('SELECT count(*) FROM history').pluck().get() ?? 0;
  const isKnownAction = actionLookup(db);
  const selectEntry = db.prepare<[string], { id: string }>('SELECT id FROM entry WHERE id = ?');
  const isKnown = (line: JournalLine): boolean =>
    line.v === 2 ? isKnownAction(line) : selectEntry.get(line.id) !== undefined;
  const missing = new Set<string>();
  let count = 0;
  let damagedLines = 0;
  for (const line of lines) {
    if (line === null) damagedLines += 1;
    else {
      count += 1;
      if (!isKnown(line)) missing.add(line.id);
    }
    if ((count + damagedLines) % linesPerStep === 0) yield Math.min(1, (count + damagedLines) / Math.max(1, expected));
  }
  return { lines: count, damagedLines, missing: [...missing] };
}

/** Folder of the rescue journal within a data folder. */
export const journalFolder = 'journal';

/**
 * Longest line that is read (bytes); longer ones count as damaged. The largest request that a desk accepts is shorter
 * when it is locked.
 */
const maxLineBytes = 48 * 1024 * 1024;
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
   * the last by name, the last up to today, and the one written last: a clock that was once ahead has left a day with a
   * later name, and perhaps a later time of its file, that is not written to any more
   */
  newestDays: readonly string[];
}

/** Name of the file of a day, by a time in it (ms). */
export const dayFileName = (ms: number): string => `${new Date(ms).toISOString().slice(0, 10)}.jsonl`;

/** Lists the days of a journal folder; none if it does not exist. `today`: file name of the current day. */
export function listDays(folder: string, today: string): JournalDays {
  const days = existsSync(folder) ? journalDays(folder) : [];
  const modifiedTimes = days.map((day) => statSync(join(folder, day)).mtimeMs);
  const lastWritten = modifiedTimes.lastIndexOf(Math.max(...modifiedTimes));
  const newest = [days.length - 1, days.findLastIndex((day) => day <= today), lastWritten];
  return { days, newestDays: days.filter((_day, n) => newest.includes(n)) };
}

/** Lines of one day in their order; null for each damaged one. Only one is in memory at a time. */
export function* dayLines(path: string, opener = createLineReader()): Generator<JournalLine | null> {
  const day = basename(path, '.jsonl');
  const file = openSync(path, 'r');
  try {
    for (const line of rawLines(file, 0)) {
      if (line === null) yield null;
      else yield* opener.decodeLine(line, day);
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
 * The newest lines of a day, as by `dayLines`, in constant time: those that begin within its last 16 KiB. `isComplete`:
 * the day has no others.
 */
export function readDayEnd(path: string): { lines: (JournalLine | null)[]; isComplete: boolean } {
  const file = openSync(path, 'r');
  try {
    const start = Math.max(0, fstatSync(file).size - endBytes);
    const [, ...wholeLines] = start === 0 ? [null, ...rawLines(file, 0)] : rawLines(file, start);
    const opener = createLineReader();
    return {
      lines: wholeLines.flatMap((line) => (line === null ? [null] : [...opener.decodeLine(line)])),
      isComplete: start === 0,
    };
  } finally {
    closeSync(file);
  }
}

/** Called for a day that is not a file: it is not read, so that a day may be missing. */
type OnSkipped = (path: string) => void;

/**
 * Every line of a journal folder, oldest day first; also null for each day that is not a file, such as a pipe or a
 * link.
 */
export function* journalLines(
  folder: string,
  opener = createLineReader(),
  onSkipped: OnSkipped = () => undefined,
): Generator<JournalLine | null> {
  yield* linesOfFolders([folder], opener, onSkipped);
}

function* linesOfFolders(
  folders: readonly string[],
  opener: LineReader,
  onSkipped: OnSkipped,
): Generator<JournalLine | null> {
  opener.setLockSource(() => linesNewestFirst(folders));
  for (const folder of folders) {
    for (const day of daysIn(folder)) {
      if (day.isFile()) continue;
      onSkipped(join(folder, day.name));
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
  root: string,
  desk: string | null,
  opener: LineReader,
  onSkipped: OnSkipped = () => undefined,
): Generator<JournalLine | null> {
  const ownFolder = desk === null ? null : deskFileName(desk);
  const deskFolders = readdirSync(root, { withFileTypes: true })
    .filter((one) => one.isDirectory() && deskFolderPattern.test(one.name))
    .map(({ name }) => name);
  const matching = deskFolders.filter((name) => name === ownFolder || (ownFolder === null && deskFolders.length === 1));
  if (matching.length === 0 && deskFolders.length > 0 && journalDays(root).length === 0)
    throw problem('bad-file', `${root} holds the journals of other desks, and none of this one.`);
  yield* linesOfFolders([root, ...matching.map((name) => join(root, name))], opener, onSkipped);
}

const lockedLinePattern = /^.{64} \{"v":[34],/;

/** Whether any line in a journal folder is locked, of whichever desk. Throws file system errors. */
export function hasLockedLines(root: string): boolean {
  if (!statSync(root).isDirectory()) return false;
  const deskFolders = readdirSync(root, { withFileTypes: true }).filter(
    (one) => one.isDirectory() && deskFolderPattern.test(one.name),
  );
  return [root, ...deskFolders.map(({ name }) => join(root, name))].some((folder) =>
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

function* rawLines(file: number, start: number): Generator<string | null> {
  let offset = start;
  const chunk = Buffer.alloc(chunkBytes);
  let pieces: Buffer[] = [];
  let lineBytes = 0;
  const finish = (): string | null | undefined => {
    const line = lineBytes > maxLineBytes ? null : Buffer.concat(pieces).toString('utf8');
    pieces = [];
    lineBytes = 0;
    return line === '' ? undefined : line;
  };
  const readChunk = (): number => readSync(file, chunk, 0, chunk.length, offset);
  for (let size = readChunk(); size > 0; size = readChunk()) {
    offset += size;
    let consumed = 0;
    while (consumed < size) {
      const end = chunk.subarray(0, size).indexOf(10, consumed);
      const piece = chunk.subarray(consumed, end < 0 ? size : end);
      lineBytes += piece.length;
      // bytes past the limit are counted, not stored
      if (lineBytes <= maxLineBytes) pieces.push(Buffer.from(piece));
      if (end < 0) break;
      consumed = end + 1;
      const line = finish();
      if (line !== undefined) yield line;
    }
  }
  const last = finish();
  if (last !== undefined) yield last;
}

/** Bytes that are searched for the end of a journal, whatever lies there. */
const maxSearchBytes = 256 * 1024 * 1024;

/**
 * The non-empty lines of a file, the last one first; null for one that is too long. Reduces `budget` (bytes), and ends
 * early when it is used up.
 */
function* rawLinesFromEnd(file: number, budget: { left: number }): Generator<string | null> {
  const chunk = Buffer.alloc(endBytes);
  let offset = fstatSync(file).size;
  /** pieces of the line whose beginning is not read yet, the last piece first */
  let pieces: Buffer[] = [];
  let lineBytes = 0;
  function* finish(): Generator<string | null> {
    if (lineBytes > 0) yield lineBytes > maxLineBytes ? null : Buffer.concat(pieces.toReversed()).toString('utf8');
    pieces = [];
    lineBytes = 0;
  }
  while (offset > 0 && budget.left > 0) {
    const size = Math.min(chunk.length, offset);
    offset -= size;
    budget.left -= size;
    let end = readSync(file, chunk, 0, size, offset);
    for (let start = end; start >= 0; end = start) {
      start = end === 0 ? -1 : chunk.lastIndexOf(10, end - 1);
      const piece = chunk.subarray(start + 1, end);
      lineBytes += piece.length;
      if (lineBytes <= maxLineBytes) pieces.push(Buffer.from(piece));
      if (start >= 0) yield* finish();
    }
  }
  if (offset === 0) yield* finish();
}

/** Where locked lines of a desk must end. */
export interface LockedEnd {
  desk: string;
  generation: number;
  /** number of the last action */
  upTo: number;
}

/**
 * The last number that locked lines in a desk's journal folder prove, of the actions up to an expected end; 0 if there
 * is none. Reads the day that is being written (`day`, YYYY-MM-DD) from its end, and others only if it lacks that end.
 * `extend` is called before what may take long. Throws file system errors.
 */
export function findLockedEnd(
  folder: string,
  day: string,
  { desk, generation, upTo }: LockedEnd,
  opener: Opener,
  extend: () => void,
): number {
  const budget = { left: maxSearchBytes };
  let last = 0;
  function search(name: string): boolean {
    const origin = { desk, day: basename(name, '.jsonl') };
    const file = openSync(join(folder, name), 'r');
    let isLong = false;
    try {
      for (const line of rawLinesFromEnd(file, budget)) {
        if (line !== null) last = Math.max(last, lastProvenStep(line, origin, generation, last, opener) ?? 0);
        if (last >= upTo) return true;
        if (!isLong) extend();
        isLong = true;
      }
      return false;
    } finally {
      closeSync(file);
    }
  }
  const newest = `${day}.jsonl`;
  if (lstatSync(join(folder, newest), { throwIfNoEntry: false })?.isFile() && search(newest)) return last;
  const { days, newestDays } = listDays(folder, newest);
  for (const name of new Set([...newestDays, ...days.toReversed()])) if (name !== newest && search(name)) break;
  return last;
}

/** Actions of users after a backup was made, in their order. */
export interface NewerLines {
  unversioned: UnversionedLine[];
  actions: ActionLine[];
  damagedCount: number;
  /** number of untrusted lines that the backup does not know: open lines beside locked ones */
  untrustedCount: number;
  /** highest generation of the backup and of every line: the next one must be a number that was never used */
  generation: number;
}

/** Limit for the new lines of one journal (characters), and number of lines between two yields. */
const maxCharacters = 512 * 1024 * 1024;
const linesPerSlice = 500;

/**
 * Reads a journal (null: a damaged line) with the rows of a backup, and returns the lines the backup does not know, of
 * those that `isTrusted`. Throws ProblemError `bad-file` if all lines are of another desk, or they hold too much.
 */
export async function readNewerLines(
  db: Sqlite,
  lines: Iterable<JournalLine | null>,
  isTrusted: (line: JournalLine) => boolean,
  yieldToEventLoop: () => Promise<void>,
): Promise<NewerLines> {
  const backupGeneration = Number(factStore(db).get('generation') ?? 1);
  let generation = backupGeneration;
  const isNewer = createNewerCheck(db, generation);
  const unversioned = new Map<string, UnversionedLine>();
  const actions = new Map<string, ActionLine>();
  const desk = deskFileNamer(db)();
  let [damagedCount, foreignCount, openCount, characters, lineCount] = [0, 0, 0, 0, 0];
  const isForged = (line: JournalLine): boolean => line.v === 2 && !isPlausible(line.generation, backupGeneration);
  for (const line of lines) {
    lineCount += 1;
    if (lineCount % linesPerSlice === 0) await yieldToEventLoop();
    if (line === null || isForged(line)) {
      damagedCount += 1;
      continue;
    }
    if (line.v === 2 && desk !== null && (line.desk ?? desk) !== desk) {
      foreignCount += 1;
      continue;
    }
    if (!isTrusted(line)) {
      if (isNewer(line)) openCount += 1;
      continue;
    }
    if (line.v === 2) generation = Math.max(generation, line.generation);
    if (isNewer(line)) {
      characters += JSON.stringify(line).length;
      if (characters > maxCharacters)
        throw problem('bad-file', 'The journal holds more than can be restored at once. Take fewer days.');
      // the last line has the content of the entry when the folder was lost
      if (line.v === undefined) unversioned.set(line.id, line);
      else actions.set(`${line.id} ${line.event} ${line.at}`, line);
    }
  }
  if (foreignCount > 0 && foreignCount + damagedCount === lineCount)
    throw problem('bad-file', 'This is the journal of another desk. Take the one that lay beside the lost desk.db.');
  const inOrder = [...actions.values()].sort((a, b) => a.generation - b.generation || a.step - b.step);
  return {
    unversioned: [...unversioned.values()],
    actions: inOrder,
    damagedCount: damagedCount + foreignCount,
    untrustedCount: openCount,
    generation,
  };
}

function createNewerCheck(db: Sqlite, generation: number): (line: JournalLine) => boolean {
  const actions = actionReader(db);
  const selectEntry = db.prepare<[string], { request_sha256: Buffer }>('SELECT request_sha256 FROM entry WHERE id = ?');
  const selectLastChange = db.prepare<[string], { at: number | null }>(
    'SELECT max(h.at) AS at FROM entry e JOIN history h ON h.entry = e.seq WHERE e.id = ?',
  );
  const lastAt = db.prepare<[], { at: number | null }>('SELECT max(at) AS at FROM history').get()?.at ?? 0;
  return (line) => {
    if (line.v === 2 && actions.has(line)) return false;
    const stored = selectEntry.get(line.id);
    if (stored === undefined) return true;
    // actions of an older generation must not undo later ones
    if (line.v === 2) return line.generation >= generation || line.at >= (selectLastChange.get(line.id)?.at ?? 0);
    // a later line of the old format counts even with the same content: something was done with the entry as it was
    return line.at > lastAt || !writeRequest(line).sha256.equals(stored.request_sha256);
  };
}

/**
 * Writes the lines that a restore took from a journal into the journal of the new folder, under their own days: if that
 * folder is lost too before its first backup, its journal has everything that the older backup lacks. Lines dated after
 * `now` (ms) go under today, because retention would never reach a day in the future.
 */
export function copyJournalLines(
  lines: readonly JournalLine[],
  sourceFolder: string,
  targetFolder: string,
  now: number,
): void {
  makePrivateFolder(targetFolder);
  if (realpathSync(sourceFolder) === realpathSync(targetFolder)) return;
  const days = Map.groupBy(lines, ({ at }) => new Date(Math.min(at, now)).toISOString().slice(0, 10));
  const file = createJournalFile(fdatasyncSync);
  for (const [day, linesOfDay] of days) file.append(targetFolder, day, linesOfDay.map(formatParsedLine).join(''));
  file.close();
}
