import type { Output } from '../../../shared/contract/desk-contract.ts';
import { commandsForgetter } from '../../outbox/commands.ts';
import { factStore } from '../../storage/database/facts.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import { erasedBeforeFact } from '../restore/safeguards.ts';
import {
  createEntryEraser,
  createMemoryEraser,
  createScanEraser,
  createSpaceCleaner,
  noneAhead,
  type OldTimes,
} from './erase-entries.ts';
import { eraseJournal, type ErasedJournal } from './erase-journal.ts';

export interface RetentionHost {
  db: Sqlite;
  /** the data folder's own journal */
  journal: string;
  now: () => number;
  after: (ms: number, run: () => void) => () => void;
  /** nothing is in progress that a user or the service waits for */
  isIdle: () => boolean;
  /** days after which personal data is erased; 0: never */
  days: () => number;
  /** closes the open file of the own journal until its next line */
  closeJournal: () => void;
  /** brings the second journal to the state of the own one; resolves to the number of removed days, in bounded time */
  eraseSecondJournal: (erased: ErasedJournal) => Promise<number>;
  /** removes unlocked copies of the data that a killed process left behind */
  clearLeftovers: () => void;
  /**
   * removes backups made before a moment (ms) if a newer one passed its backup test; resolves to their number, in
   * bounded time
   */
  deleteOldBackups: (before: number) => Promise<number>;
  /**
   * removes damaged files set aside before a moment (ms) if a newer backup passed its backup test; resolves to their
   * number
   */
  deleteOldSetAside: (before: number) => Promise<number>;
  /**
   * erases personal data that reached the practice service before a moment (ms), in slices; resolves to the number of
   * orders
   */
  erasePractice: (before: number, yieldToEventLoop: () => Promise<boolean>) => Promise<number>;
  onFault: (error: unknown) => void;
}

/** What one run erased. */
type RetentionResult = Output<'retention.now'>;
const nothingErased: RetentionResult = {
  entries: 0,
  memories: 0,
  journalDays: 0,
  backups: 0,
  damaged: 0,
  practice: 0,
  freed: false,
};

const dayMs = 86_400_000;
/** Delay of the first run (ms): leaves the disk to the start, and time to correct a mistyped setting. */
const firstRunMs = 10 * 60_000;
const everyMs = 6 * 3_600_000;
/** When times later than tomorrow were first seen (ms), and the latest of them. */
const aheadFact = 'retention-ahead';
const maxLogAttempts = 200;
/** Pause between two slices (ms). */
const pauseMs = 5;

/**
 * Erases personal data of orders settled long ago, in slices, several times a day; does nothing while no days are set.
 */
export function scheduleRetention(host: RetentionHost) {
  const space = createSpaceCleaner(host.db);
  const entries = createEntryEraser(host.db, host.now, () => space.markUnmerged('search'));
  const memories = createMemoryEraser(host.db, () => space.markUnmerged('sku_search'));
  const scans = createScanEraser(host.db);
  const commands = commandsForgetter(host.db, host.now);
  const facts = factStore(host.db);
  let isClosed = false;
  let currentRun: Promise<unknown> = Promise.resolve();
  let cancel = (): void => undefined;

  let endPause = (): void => undefined;
  /** Pauses, so that captures go first. Returns whether to continue. */
  async function pause(): Promise<boolean> {
    if (isClosed) return false;
    await new Promise<void>((resolve) => {
      const cancelTimer = host.after(pauseMs, resolve);
      endPause = () => (cancelTimer(), resolve());
    });
    return !isClosed;
  }

  function applyOverwriting(days = host.days()): void {
    try {
      space.setOverwriting(days > 0);
    } catch (error) {
      // the next run retries it
      host.onFault(error);
    }
  }

  /**
   * The times that are old enough. A time later than tomorrow comes from a clock that was ahead: how old it really is
   * cannot be known, so it counts as written when a run first saw it.
   */
  function oldTimes(before: number): OldTimes {
    const [since = Infinity, upTo = 0] = facts.get(aheadFact)?.split(' ').map(Number) ?? [];
    return since < before ? { before, after: host.now() + dayMs, upTo } : { before, ...noneAhead };
  }

  /** Records when times ahead are first seen. Once they are erased, the next run begins again with what is left. */
  function recordAhead(latest: number, areErased: boolean): void {
    if (areErased || latest <= host.now() + dayMs) facts.remove(aheadFact);
    else if (facts.get(aheadFact) === null) facts.set(aheadFact, `${host.now()} ${latest}`);
  }

  async function eraseAll(before: number): Promise<Pick<RetentionResult, 'entries' | 'memories'>> {
    const counts = { entries: 0, memories: 0 };
    const old = oldTimes(before);
    let latest = memories.latest();
    for (let hasMore = true; hasMore && !isClosed; await pause()) {
      const batch = entries.eraseBatch(old);
      latest = Math.max(latest, batch.latest);
      counts.entries += batch.erased;
      hasMore = batch.hasMore;
    }
    for (let erasedCount = 1; erasedCount > 0 && !isClosed; await pause()) {
      erasedCount = memories.eraseBatch(old);
      counts.memories += erasedCount;
    }
    for (let hasMore = true; hasMore && !isClosed; await pause()) hasMore = scans.processBatch(old);
    if (!isClosed) recordAhead(latest, old.upTo > 0);
    // a stored answer to a command may contain a template, and an idle desk never deletes old answers otherwise
    for (let hasMore = true; hasMore && !isClosed; await pause()) hasMore = commands.processBatch();
    return counts;
  }

  /** Retries while a reader uses the log, since readers end shortly; after that, the next run retries. */
  async function truncateLog(): Promise<boolean> {
    for (let tries = 0; tries < maxLogAttempts && !isClosed; tries += 1, await pause())
      if (space.truncateLog()) return true;
    return false;
  }

  /** Counts a failed step as 0: the next run retries it, and the other steps continue. */
  async function orZero(erased: Promise<number>): Promise<number> {
    try {
      return await erased;
    } catch (error) {
      host.onFault(error);
      return 0;
    }
  }

  async function run(isForced: boolean, days: number): Promise<RetentionResult> {
    applyOverwriting(days);
    if (days === 0) return nothingErased;
    const before = host.now() - days * dayMs;
    const erased = await eraseAll(before);
    facts.set(erasedBeforeFact, String(Math.max(before, Number(facts.get(erasedBeforeFact) ?? 0))));
    while (!isClosed && space.mergeIndexes()) await pause();
    if (isClosed) return { ...nothingErased, ...erased };
    const isClean = (isForced || host.isIdle()) && space.vacuumOnce(isForced);
    const freed = (await truncateLog()) && isClean;
    const ownJournal = await eraseJournal(
      host.db,
      host.journal,
      { before, now: host.now() },
      {
        close: host.closeJournal,
        yieldToEventLoop: pause,
      },
    );
    if (isClosed) return { ...nothingErased, ...erased, journalDays: ownJournal.removed, freed };
    const secondJournalDays = await orZero(host.eraseSecondJournal(ownJournal));
    const backups = await orZero(host.deleteOldBackups(before));
    host.clearLeftovers();
    const damaged = await orZero(host.deleteOldSetAside(before));
    const practice = await orZero(host.erasePractice(before, pause));
    return { ...erased, journalDays: ownJournal.removed + secondJournalDays, backups, damaged, practice, freed };
  }

  function runInTurn(isForced: boolean, daysOverride?: number): Promise<RetentionResult> {
    const result = currentRun.then(() => run(isForced, daysOverride ?? host.days()));
    currentRun = result.catch(() => undefined);
    return result;
  }

  function scheduleRun(ms: number): void {
    cancel = host.after(ms, () => {
      void runInTurn(false)
        .catch(host.onFault)
        .finally(() => {
          if (!isClosed) scheduleRun(everyMs);
        });
    });
  }
  scheduleRun(firstRunMs);
  applyOverwriting();

  return {
    /**
     * Runs now, to the end. Without `days`, a large file is vacuumed too, which blocks captures for some seconds;
     * `days` replaces the setting, and the run is like a scheduled one.
     */
    now: (days?: number): Promise<RetentionResult> => runInTurn(days === undefined, days),
    /** Applies a changed setting. */
    applySettings: () => applyOverwriting(),
    /** Resolves when no run is in progress any more. */
    async close(): Promise<void> {
      isClosed = true;
      cancel();
      endPause();
      await currentRun;
    },
  };
}
