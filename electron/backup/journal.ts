import { join } from 'node:path';
import type { Sqlite } from '../database/open-sqlite.ts';
import { factStore } from '../outbox/facts.ts';
import { actsReader } from '../outbox/read-acts.ts';
import { deskNamer } from '../register/identity.ts';
import { lostActsFinder } from './find-lost-acts.ts';
import { beganAt, erasedTo } from './journal-facts.ts';
import { journalFile } from './journal-file.ts';
import { writeLine, type JournalLine } from './journal-line.ts';
import type { JournalTrouble } from './journal-trouble.ts';
import { endOfDay, linesOfDay, listDays, type ListedDays } from './read-journal.ts';
import { syncSoon } from './sync-soon.ts';

export interface JournalHost {
  db: Sqlite;
  /** the data folder's own journal */
  folder: string;
  now: () => number;
  /** called when the own folder cannot be written, and with null when it can be again */
  onTrouble: (trouble: JournalTrouble | null) => void;
  /**
   * called if the journal has actions on entries (`count` of them) that the database lacks: the disk lost what it had
   * confirmed
   */
  onAhead: (ahead: { folder: string; count: number }) => void;
  /** runs a function after a delay (ms), as a timer does; returns a function that cancels it */
  after: (ms: number, run: () => void) => () => void;
}

const actsAtOnce = 200;
const againMs = 30_000;
/** Delay from the start to the search of the rest of the last day, and between the turns of that (ms). */
const restAfterMs = 3000;
const restTurnMs = 10;

/**
 * The rescue journal: one line with its own hash for each action of a user, one file per day. It is read only if the
 * database is lost, so a failure to write it is reported and stops nothing; missing lines are written as soon as
 * possible.
 */
export function openJournal(host: JournalHost) {
  const { folder, db } = host;
  const acts = actsReader(db);
  const nameOfDesk = deskNamer(db);
  const lost = lostActsFinder(db, folder);
  let listed: ListedDays | null = null;
  // shared by both callers at the start, since listing examines each of a year's days
  const days = (): ListedDays => (listed ??= listDays(folder));
  const isMore = tellAhead(() => lost.begin(days()));
  const generation = Number(factStore(db).get('generation') ?? 1);
  let written: number | null = null;
  let cancel: (() => void) | null = null;
  let cancelLook: (() => void) | null = null;
  // The action is already durable in the database, so the journal may be synced a moment later.
  const syncs = syncSoon({ after: host.after, onFailure: failed });
  const file = journalFile(syncs.note, syncs.now);

  function failed(error: unknown): void {
    host.onTrouble({ folder, message: error instanceof Error ? error.message : String(error) });
    cancel ??= host.after(againMs, () => {
      cancel = null;
      note();
    });
  }

  /** Returns whether there is more to search. */
  function tellAhead(look: () => boolean): boolean {
    const before = lost.count();
    let isMore = false;
    try {
      isMore = look();
    } catch (error) {
      host.onTrouble({ folder, message: error instanceof Error ? error.message : String(error) });
    }
    if (lost.count() > before) host.onAhead({ folder, count: lost.count() });
    return isMore;
  }

  /** Searches the rest of a day, which may be long, while the user is working already. */
  function lookOn(afterMs: number): void {
    cancelLook = host.after(afterMs, () => {
      if (tellAhead(lost.some)) lookOn(restTurnMs);
    });
  }

  function begin(): number {
    const newest = acts.last();
    const erased = Number(factStore(db).get(erasedTo) ?? 0);
    return Math.min(Math.max(lastStepIn(folder, days, generation), beginning(db, newest), erased), newest);
  }

  function writeOn(): void {
    written ??= begin();
    const desk = nameOfDesk();
    for (let more = true; more;) {
      const some = acts.after(written, actsAtOnce);
      const day = new Date(host.now()).toISOString().slice(0, 10);
      if (some.length > 0) file.append(folder, day, some.map((act) => writeLine(act, generation, desk)).join(''));
      written = some.at(-1)?.step ?? written;
      more = some.length === actsAtOnce;
    }
    host.onTrouble(null);
  }

  /** Writes what users did since the last call. Throws nothing. */
  function note(): void {
    try {
      writeOn();
    } catch (error) {
      failed(error);
    }
  }

  // what a crash left between commit and journal, or the disk did not accept
  note();
  if (isMore) lookOn(restAfterMs);
  return {
    note,
    /** Closes its file, so that a day can be removed or replaced; the next line reopens it. */
    closeFile: file.close,
    close(): void {
      cancelLook?.();
      lost.close();
      cancel?.();
      note();
      cancel?.();
      file.close();
    },
  };
}
export type Journal = Pick<ReturnType<typeof openJournal>, 'note'>;

/**
 * Recorded at the first start, so that a journal that was lost begins there again and not with the actions of older
 * programs.
 */
function beginning(db: Sqlite, newest: number): number {
  const facts = factStore(db);
  const kept = facts.get(beganAt);
  if (kept !== null) return Number(kept);
  facts.set(beganAt, String(newest));
  return newest;
}

/** Number of the newest action of this generation in the journal; 0 if there is none. */
function lastStepIn(folder: string, listed: () => ListedDays, generation: number): number {
  try {
    const { days, lately } = listed();
    const before = days.filter((day) => !lately.includes(day)).toReversed();
    const newest = Math.max(0, ...lately.map((day) => lastOf(endOfDay(join(folder, day)).lines, generation)));
    if (newest > 0) return newest;
    for (const some of [lately, ...before.map((day) => [day])]) {
      const last = Math.max(0, ...some.map((day) => lastOf(linesOfDay(join(folder, day)), generation)));
      if (last > 0) return last;
    }
    return 0;
  } catch {
    // writing lines again does no harm
    return 0;
  }
}

function lastOf(lines: Iterable<JournalLine | null>, generation: number): number {
  let last = 0;
  for (const line of lines) if (line?.v === 2 && line.generation === generation) last = Math.max(last, line.step);
  return last;
}
