import { writePrivateFile } from '../../platform/private-files.ts';
import { factStore } from '../../storage/database/facts.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import { journalErasedFact } from '../journal/journal-line.ts';
import { journalDays, dayFileName, dayLinesWithText } from '../journal/read-journal.ts';
import { hash } from 'node:crypto';
import { readdirSync, existsSync, rmSync, statSync, utimesSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

const setAsideName = /^(?:damaged|replaced)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** When a file was set aside as damaged or replaced (ms), by the name of its folder; null for other names. */
function setAsideAt(name: string): number | null {
  const [year, month = 1, ...rest] = setAsideName.exec(name)?.slice(1).map(Number) ?? [];
  return year === undefined ? null : Date.UTC(year, month - 1, ...rest);
}

/** Removes folders set aside before a moment (ms) from a data folder. Returns how many. */
export async function deleteSetAside(folder: string, before: number): Promise<number> {
  const oldNames = readdirSync(folder).filter((name) => (setAsideAt(name) ?? Infinity) < before);
  for (const name of oldNames) await rm(join(folder, name), { recursive: true, force: true });
  return oldNames.length;
}

const isDayName = (name: string): boolean => !Number.isNaN(Date.parse(name.slice(0, 10)));

/** Lines read per slice: some ms of work, so that no capture waits long. */
const linesPerSlice = 200;
const dayMs = 86_400_000;
const secondJournalFact = 'retention-second-journal';

/** State of a folder's own journal after a run, which the second journal is then brought to. */
export interface ErasedJournal {
  /**
   * last day up to which no line of an erased entry is left (`2026-03-01.jsonl`); '' if the run was interrupted or
   * there is no journal
   */
  upTo: string;
  /** days that a clock that was ahead has named, which were erased like older ones */
  ahead: string[];
  /** remaining lines of the days up to that one, and of those ahead */
  kept: string;
  /** number of the last action in these days, of this generation; 0 if there is none */
  lastStep: number;
  /** how many days were removed */
  removed: number;
}

/**
 * Removes lines of erased entries from old days of a folder's own journal, and from days named later than tomorrow,
 * since a clock that was ahead says nothing about their age; a day without other lines is removed, even the last one. Lines of entries that are not erased, or not in the database, stay: they are what the journal is for.
 * Unreadable lines go with their day. `close` closes the journal's open file before a day is removed or overwritten.
 * `yieldToEventLoop` is awaited between slices and returns whether to continue.
 */
export async function eraseJournal(
  db: Sqlite,
  folder: string,
  { before, now }: { before: number; now: number },
  { close, yieldToEventLoop }: { close: () => void; yieldToEventLoop: () => Promise<boolean> },
): Promise<ErasedJournal> {
  const facts = factStore(db);
  const generation = Number(facts.get('generation') ?? 1);
  const selectErased = db.prepare<[string], 0 | 1>('SELECT erased_at IS NOT NULL FROM entry WHERE id = ?').pluck();
  const result: ErasedJournal = { upTo: '', ahead: [], kept: '', lastStep: 0, removed: 0 };
  if (!existsSync(folder)) return result;
  let lastStep = Number(facts.get(journalErasedFact) ?? 0);

  /** Returns null if interrupted. `isEmpty`: no readable line stays; `isWhole`: all readable lines stay. */
  async function splitDay(path: string): Promise<{ kept: string; isEmpty: boolean; isWhole: boolean } | null> {
    const keptLines: string[] = [];
    let [lineCount, readableCount, keptCount] = [0, 0, 0];
    for (const { text, line } of dayLinesWithText(path)) {
      lineCount += 1;
      if (lineCount % linesPerSlice === 0 && !(await yieldToEventLoop())) return null;
      if (line?.v === 2 && line.generation === generation) lastStep = Math.max(lastStep, line.step);
      if (line !== null) readableCount += 1;
      if (line !== null && selectErased.get(line.id) === 1) continue;
      if (line !== null) keptCount += 1;
      keptLines.push(`${text}\n`);
    }
    return { kept: keptLines.join(''), isEmpty: keptCount === 0, isWhole: keptCount === readableCount };
  }

  const lastDay = dayFileName(before - dayMs);
  let firstRemainingDay: string | null = null;
  const keptTexts: string[] = [];
  for (const day of journalDays(folder)) {
    const path = join(folder, day);
    const { mtime } = statSync(path);
    const isAhead = isDayName(day) && day > dayFileName(now + dayMs);
    if (isAhead) result.ahead.push(day);
    else if (!(day <= lastDay) || mtime.getTime() >= before) {
      firstRemainingDay ??= day;
      continue;
    }
    const remaining = await splitDay(path);
    if (remaining === null) return result;
    if (remaining.isEmpty || !remaining.isWhole) {
      close();
      facts.set(journalErasedFact, String(lastStep));
    }
    if (remaining.isEmpty) {
      rmSync(path);
      result.removed += 1;
    } else if (!remaining.isWhole) {
      writePrivateFile(path, remaining.kept);
      // a day's age is that of its newest line
      utimesSync(path, mtime, mtime);
    }
    if (!remaining.isEmpty) keptTexts.push(remaining.kept);
    if (!(await yieldToEventLoop())) return result;
  }
  const isOtherName = firstRemainingDay !== null && !isDayName(firstRemainingDay);
  const upTo =
    firstRemainingDay === null || isOtherName
      ? lastDay
      : dayFileName(Date.parse(firstRemainingDay.slice(0, 10)) - dayMs);
  return { ...result, upTo: upTo < lastDay ? upTo : lastDay, kept: keptTexts.join(''), lastStep };
}

/**
 * Brings the second journal to the state of the own one, once for each state. `deleteDays` replaces the days up to one
 * by the remaining lines, and resolves to how many days it removed; if it rejects, the next run retries it.
 */
export function createSecondJournalEraser(
  db: Sqlite,
  getFolder: () => string,
  deleteDays: (folder: string, erased: ErasedJournal) => Promise<number>,
): (erased: ErasedJournal) => Promise<number> {
  const facts = factStore(db);
  return async (erased) => {
    const folder = getFolder();
    if (folder === '' || erased.upTo === '') return 0;
    const state = JSON.stringify([folder, erased.upTo, ...erased.ahead, hash('sha256', erased.kept)]);
    if (facts.get(secondJournalFact) === state) return 0;
    const removed = await deleteDays(folder, erased);
    facts.set(secondJournalFact, state);
    return removed;
  };
}
