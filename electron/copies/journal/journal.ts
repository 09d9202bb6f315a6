import { actionReader } from '../../outbox/read-actions.ts';
import { factStore } from '../../storage/database/facts.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import { deskFileNamer } from '../../storage/register/identity.ts';
import { createJournalFile, type JournalFailure } from './journal-file.ts';
import { journalAheadFact, journalStartFact, type JournalLine, journalErasedFact, formatLine } from './journal-line.ts';
import { compareJournal, dayFileName, readDayEnd, dayLines, type JournalDays, listDays } from './read-journal.ts';
import { fdatasync, fdatasyncSync, existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes within this time are synced together (ms): a sync for each would keep the disk from the captures that follow.
 */
const delayMs = 250;

interface DelayedSyncHost {
  after: (ms: number, run: () => void) => () => void;
  onFailure: (error: unknown) => void;
}

/** Syncs the file that was written last a moment later. */
export function createDelayedSync({ after, onFailure }: DelayedSyncHost) {
  let unsynced: { file: number; isOpen: () => boolean } | null = null;
  let cancel: (() => void) | null = null;

  function takeWritten(): typeof unsynced {
    const pending = unsynced?.isOpen() ? unsynced : null;
    [unsynced, cancel] = [null, null];
    return pending;
  }

  function sync(): void {
    const { file, isOpen } = takeWritten() ?? {};
    if (file === undefined) return;
    fdatasync(file, (error) => {
      if (error && isOpen?.()) onFailure(error);
    });
  }

  return {
    /** Schedules a sync of `file`, which is skipped if it is closed by then. */
    schedule(file: number, isOpen: () => boolean): void {
      unsynced = { file, isOpen };
      cancel ??= after(delayMs, sync);
    },
    /** Syncs pending writes now, before their file is closed. */
    flush(): void {
      cancel?.();
      const { file } = takeWritten() ?? {};
      if (file === undefined) return;
      try {
        fdatasyncSync(file);
      } catch (error) {
        onFailure(error);
      }
    },
  };
}

/** Lines compared per turn (some 2 ms). */
const linesPerTurn = 50;

/**
 * Finds entries with actions in the journal that the database lacks: the disk lost what it had confirmed. Searches the
 * last day, by name and by the time it was written, and all days since the first finding, until a restore. What is lost
 * is the newest, so the end of a day is searched at once, and the rest of it in turns. The first finding begins a new
 * generation, since assigned PackageId numbers are lost too and must not be assigned again.
 */
export function createLostActionFinder(db: Sqlite, folder: string) {
  const facts = factStore(db);
  const missing = new Set<string>();
  let remainingSearch: Generator<void, void, void> | null = null;

  function compareLines(day: string, lines: Iterable<JournalLine | null>): void {
    const missingIds = compareJournal(db, lines).missing;
    for (const id of missingIds) missing.add(id);
    const since = facts.get(journalAheadFact) ?? '';
    if (missingIds.length === 0 || (since !== '' && since <= day)) return;
    db.transaction(() => {
      facts.set(journalAheadFact, day);
      if (since !== '') return;
      facts.set(journalStartFact, String(actionReader(db).last()));
      facts.set('generation', String(Number(facts.get('generation') ?? 1) + 1));
    })();
  }

  function* searchDays(days: readonly string[]): Generator<void, void, void> {
    for (const day of days) {
      const path = join(folder, day);
      // retention may have erased it meanwhile
      if (!existsSync(path)) continue;
      let lines: (JournalLine | null)[] = [];
      for (const line of dayLines(path)) {
        lines.push(line);
        if (lines.length < linesPerTurn) continue;
        compareLines(day, lines);
        lines = [];
        yield;
      }
      compareLines(day, lines);
    }
  }

  return {
    /** Number of entries found. */
    count: (): number => missing.size,

    /** Searches where recent losses would be; returns whether there is more to search. */
    begin({ days, newestDays }: JournalDays): boolean {
      const since = facts.get(journalAheadFact) ?? '';
      const partlySearched: string[] = [];
      for (const day of days) {
        if (since !== '' && day >= since) compareLines(day, dayLines(join(folder, day)));
        else if (newestDays.includes(day)) {
          const { lines, isComplete } = readDayEnd(join(folder, day));
          compareLines(day, lines);
          if (!isComplete) partlySearched.push(day);
        }
      }
      remainingSearch = searchDays(partlySearched);
      return partlySearched.length > 0;
    },

    /** Searches some of the rest; returns whether there is more. */
    processBatch: (): boolean => remainingSearch?.next().done === false,

    /** Stops the search. */
    close: (): void => void remainingSearch?.return(),
  };
}

export interface JournalHost {
  db: Sqlite;
  /** the data folder's own journal */
  folder: string;
  now: () => number;
  /** called when the own folder cannot be written, and with null when it can be again */
  onFailure: (trouble: JournalFailure | null) => void;
  /**
   * called if the journal has actions on entries (`count` of them) that the database lacks: the disk lost what it had
   * confirmed
   */
  onLostActions: (ahead: { folder: string; count: number }) => void;
  /** runs a function after a delay (ms), as a timer does; returns a function that cancels it */
  after: (ms: number, run: () => void) => () => void;
}

const actionsPerWrite = 200;
const retryMs = 30_000;
/** Delay from the start to the search of the rest of the last day, and between the turns of that (ms). */
const searchDelayMs = 3000;
const searchPauseMs = 10;

/**
 * The rescue journal: one line with its own hash for each action of a user, one file per day. It is read only if the
 * database is lost, so a failure to write it is reported and stops nothing; missing lines are written as soon as
 * possible.
 */
export function openJournal(host: JournalHost) {
  const { folder, db } = host;
  const actions = actionReader(db);
  const nameOfDesk = deskFileNamer(db);
  const lostActions = createLostActionFinder(db, folder);
  let cachedDays: JournalDays | null = null;
  // listed once for both callers at the start, since listing examines each of a year's days
  const days = (): JournalDays => (cachedDays ??= listDays(folder, dayFileName(host.now())));
  const hasMoreToSearch = searchAndReport(() => lostActions.begin(days()));
  const generation = Number(factStore(db).get('generation') ?? 1);
  let lastWrittenStep: number | null = null;
  let cancelRetry: (() => void) | null = null;
  let cancelSearch: (() => void) | null = null;
  // The action is already durable in the database, so the journal may be synced a moment later.
  const delayedSync = createDelayedSync({ after: host.after, onFailure: retryLater });
  const file = createJournalFile(delayedSync.schedule, delayedSync.flush);

  function retryLater(error: unknown): void {
    host.onFailure({ folder, message: error instanceof Error ? error.message : String(error) });
    cancelRetry ??= host.after(retryMs, () => {
      cancelRetry = null;
      note();
    });
  }

  /** Returns whether there is more to search. */
  function searchAndReport(search: () => boolean): boolean {
    const countBefore = lostActions.count();
    let hasMore = false;
    try {
      hasMore = search();
    } catch (error) {
      host.onFailure({ folder, message: error instanceof Error ? error.message : String(error) });
    }
    if (lostActions.count() > countBefore) host.onLostActions({ folder, count: lostActions.count() });
    return hasMore;
  }

  /** Searches the rest of a day, which may be long, while the user is working already. */
  function scheduleSearch(afterMs: number): void {
    cancelSearch = host.after(afterMs, () => {
      if (searchAndReport(lostActions.processBatch)) scheduleSearch(searchPauseMs);
    });
  }

  function findStart(): number {
    const newest = actions.last();
    const erasedStep = Number(factStore(db).get(journalErasedFact) ?? 0);
    return Math.min(
      Math.max(lastJournalledStep(folder, days, generation), journalStart(db, newest), erasedStep),
      newest,
    );
  }

  function writePending(): void {
    lastWrittenStep ??= findStart();
    const desk = nameOfDesk();
    for (let hasMore = true; hasMore;) {
      const batch = actions.after(lastWrittenStep, actionsPerWrite);
      const day = new Date(host.now()).toISOString().slice(0, 10);
      if (batch.length > 0) file.append(folder, day, batch.map((act) => formatLine(act, generation, desk)).join(''));
      lastWrittenStep = batch.at(-1)?.step ?? lastWrittenStep;
      hasMore = batch.length === actionsPerWrite;
    }
    host.onFailure(null);
  }

  /** Writes what users did since the last call. Throws nothing. */
  function note(): void {
    try {
      writePending();
    } catch (error) {
      retryLater(error);
    }
  }

  // actions that a crash or the disk kept out of the journal
  note();
  if (hasMoreToSearch) scheduleSearch(searchDelayMs);
  return {
    note,
    /** Closes its file, so that a day can be removed or replaced; the next line reopens it. */
    closeFile: file.close,
    close(): void {
      cancelSearch?.();
      lostActions.close();
      cancelRetry?.();
      note();
      cancelRetry?.();
      file.close();
    },
  };
}
export type Journal = Pick<ReturnType<typeof openJournal>, 'note'>;

/**
 * Returns the number after which the journal begins, recorded at the first start: a lost journal begins there again,
 * not with the actions of older programs.
 */
function journalStart(db: Sqlite, newest: number): number {
  const facts = factStore(db);
  const recorded = facts.get(journalStartFact);
  if (recorded !== null) return Number(recorded);
  facts.set(journalStartFact, String(newest));
  return newest;
}

/** Number of the newest action of this generation in the journal; 0 if there is none. */
function lastJournalledStep(folder: string, getDays: () => JournalDays, generation: number): number {
  try {
    const { days, newestDays } = getDays();
    const olderDays = days.filter((day) => !newestDays.includes(day)).toReversed();
    const newest = Math.max(0, ...newestDays.map((day) => lastStepOf(readDayEnd(join(folder, day)).lines, generation)));
    if (newest > 0) return newest;
    for (const group of [newestDays, ...olderDays.map((day) => [day])]) {
      const last = Math.max(0, ...group.map((day) => lastStepOf(dayLines(join(folder, day)), generation)));
      if (last > 0) return last;
    }
    return 0;
  } catch {
    // writing lines again does no harm
    return 0;
  }
}

function lastStepOf(lines: Iterable<JournalLine | null>, generation: number): number {
  let last = 0;
  for (const line of lines) if (line?.v === 2 && line.generation === generation) last = Math.max(last, line.step);
  return last;
}
