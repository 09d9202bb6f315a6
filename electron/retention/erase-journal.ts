import { hash } from 'node:crypto';
import { existsSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { erasedTo } from '../backup/journal-facts.ts';
import { journalDays, writtenLines } from '../backup/read-journal.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { factStore } from '../outbox/facts.ts';
import { writePrivate } from '../private-files/write-private.ts';

/** Lines read in one go: some ms of work, so that no capture waits for long. */
const atOnce = 200;
const dayMs = 86_400_000;
const secondErased = 'retention-second-journal';

/** What a folder's own journal holds after a run; the second place is brought to the same. */
export interface ErasedJournal {
  /** the last day up to which nothing of an erased entry is left (`2026-03-01.jsonl`); '' where the run was interrupted or there is no journal */
  upTo: string;
  /** the lines that stay in days up to that one */
  kept: string;
  /** how many days were removed */
  removed: number;
}

const fileOfDay = (ms: number): string => `${new Date(ms).toISOString().slice(0, 10)}.jsonl`;

/**
 * Takes lines of erased entries out of the old days of a folder's own journal; a day without any other line is removed, the last one too.
 * A line of an entry that is not erased, or that the database does not know, stays: that is what the journal is for. A line that cannot
 * be read goes with its day. `close` closes the file that the journal writes to, before a day is removed or written over. Between
 * slices it waits for `yieldToEventLoop`, which answers whether to go on.
 */
export async function eraseJournal(
  db: Sqlite,
  folder: string,
  before: number,
  { close, yieldToEventLoop }: { close: () => void; yieldToEventLoop: () => Promise<boolean> },
): Promise<ErasedJournal> {
  const facts = factStore(db);
  const generation = Number(facts.get('generation') ?? 1);
  const erased = db.prepare<[string], 0 | 1>('SELECT erased_at IS NOT NULL FROM entry WHERE id = ?').pluck();
  const result: ErasedJournal = { upTo: '', kept: '', removed: 0 };
  if (!existsSync(folder)) return result;
  let lastStep = Number(facts.get(erasedTo) ?? 0);

  /** Null where it was interrupted. `isEmpty`: no readable line stays. */
  async function divide(path: string): Promise<{ kept: string; isEmpty: boolean; isWhole: boolean } | null> {
    const kept: string[] = [];
    let [read, readable, left] = [0, 0, 0];
    for (const { text, line } of writtenLines(path)) {
      read += 1;
      if (read % atOnce === 0 && !(await yieldToEventLoop())) return null;
      if (line?.v === 2 && line.generation === generation) lastStep = Math.max(lastStep, line.step);
      if (line !== null) readable += 1;
      if (line !== null && erased.get(line.id) === 1) continue;
      if (line !== null) left += 1;
      kept.push(`${text}\n`);
    }
    return { kept: kept.join(''), isEmpty: left === 0, isWhole: left === readable };
  }

  const lastDay = fileOfDay(before - dayMs);
  let firstLeft: string | null = null;
  const kept: string[] = [];
  for (const day of journalDays(folder)) {
    const path = join(folder, day);
    const { mtime } = statSync(path);
    if (!(day <= lastDay) || mtime.getTime() >= before) {
      firstLeft ??= day;
      continue;
    }
    const divided = await divide(path);
    if (divided === null) return result;
    if (divided.isEmpty || !divided.isWhole) {
      close();
      facts.set(erasedTo, String(lastStep));
    }
    if (divided.isEmpty) {
      rmSync(path);
      result.removed += 1;
    } else if (!divided.isWhole) {
      writePrivate(path, divided.kept);
      // its age is that of its newest line
      utimesSync(path, mtime, mtime);
    }
    if (!divided.isEmpty) kept.push(divided.kept);
    if (!(await yieldToEventLoop())) return result;
  }
  const isOtherName = firstLeft !== null && Number.isNaN(Date.parse(firstLeft.slice(0, 10)));
  const upTo = firstLeft === null || isOtherName ? lastDay : fileOfDay(Date.parse(firstLeft.slice(0, 10)) - dayMs);
  return { ...result, upTo: upTo < lastDay ? upTo : lastDay, kept: kept.join('') };
}

/**
 * Brings the second place of a journal to what the own one holds, once for each state of it. `forget` replaces the days up to one by
 * the lines that stay, and answers how many days it removed; where it rejects, it is asked again by the next run.
 */
export function secondJournalEraser(
  db: Sqlite,
  place: () => string,
  forget: (folder: string, erased: ErasedJournal) => Promise<number>,
): (erased: ErasedJournal) => Promise<number> {
  const facts = factStore(db);
  return async (erased) => {
    const folder = place();
    if (folder === '' || erased.upTo === '') return 0;
    const state = JSON.stringify([folder, erased.upTo, hash('sha256', erased.kept)]);
    if (facts.get(secondErased) === state) return 0;
    const removed = await forget(folder, erased);
    facts.set(secondErased, state);
    return removed;
  };
}
