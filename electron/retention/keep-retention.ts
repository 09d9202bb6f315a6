import type { Output } from '../../shared/contract/desk-contract.ts';
import { erasedBefore } from '../backup/safeguards.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { factStore } from '../outbox/facts.ts';
import { commandsForgetter } from '../outbox/forget-commands.ts';
import { emptySpace } from './empty-space.ts';
import { entryEraser } from './erase-entries.ts';
import { eraseJournal, type ErasedJournal } from './erase-journal.ts';
import { eraseScans } from './erase-scans.ts';
import { memoryEraser } from './erase-memories.ts';

export interface RetentionHost {
  db: Sqlite;
  /** the data folder's own journal */
  journal: string;
  now: () => number;
  after: (ms: number, run: () => void) => () => void;
  /** nothing is in progress that a user or the service waits for */
  idle: () => boolean;
  /** days after which personal data is erased; 0: never */
  days: () => number;
  /** closes the open file of the own journal until its next line */
  closeJournal: () => void;
  /** brings the second journal to the state of the own one; resolves to the number of removed days, in bounded time */
  eraseSecond: (erased: ErasedJournal) => Promise<number>;
  /** removes unlocked copies of the data that a killed process left behind */
  clearLeftovers: () => void;
  /**
   * removes backups made before a moment (ms) if a newer one passed its backup test; resolves to their number, in
   * bounded time
   */
  forgetBackups: (before: number) => Promise<number>;
  /**
   * removes damaged files set aside before a moment (ms) if a newer backup passed its backup test; resolves to their
   * number
   */
  forgetDamaged: (before: number) => Promise<number>;
  /**
   * erases personal data that reached the practice service before a moment (ms), in slices; resolves to the number of
   * orders
   */
  erasePractice: (before: number, yieldToEventLoop: () => Promise<boolean>) => Promise<number>;
  onFault: (error: unknown) => void;
}

/** What one run erased. */
type Erased = Output<'retention.now'>;
const none: Erased = { entries: 0, memories: 0, journalDays: 0, backups: 0, damaged: 0, practice: 0, freed: false };

const dayMs = 86_400_000;
/** Delay of the first run (ms): leaves the disk to the start, and time to correct a mistyped setting. */
const firstRunMs = 10 * 60_000;
const everyMs = 6 * 3_600_000;
const maxTries = 200;
/** Pause between two slices (ms). */
const pauseMs = 5;

/**
 * Erases personal data of orders settled long ago, in slices, several times a day; does nothing while no days are set.
 */
export function keepRetention(host: RetentionHost) {
  const space = emptySpace(host.db);
  const entries = entryEraser(host.db, host.now, () => space.leaveSearch('search'));
  const memories = memoryEraser(host.db, () => space.leaveSearch('sku_search'));
  const scans = eraseScans(host.db);
  const commands = commandsForgetter(host.db, host.now);
  const facts = factStore(host.db);
  let closed = false;
  let running: Promise<unknown> = Promise.resolve();
  let cancel = (): void => undefined;

  let goOn = (): void => undefined;
  /** Lets captures go first. Returns whether to continue. */
  async function pause(): Promise<boolean> {
    if (closed) return false;
    await new Promise<void>((resolve) => {
      const stop = host.after(pauseMs, resolve);
      goOn = () => (stop(), resolve());
    });
    return !closed;
  }

  function keepZeros(days = host.days()): void {
    try {
      space.keep(days > 0);
    } catch (error) {
      // the next run retries it
      host.onFault(error);
    }
  }

  async function eraseAll(before: number): Promise<Pick<Erased, 'entries' | 'memories'>> {
    const erased = { entries: 0, memories: 0 };
    for (let more = true; more && !closed; await pause()) {
      const done = entries.some(before);
      erased.entries += done.erased;
      more = done.more;
    }
    for (let gone = 1; gone > 0 && !closed; await pause()) {
      gone = memories.some(before);
      erased.memories += gone;
    }
    for (let more = true; more && !closed; await pause()) more = scans.some(before);
    // a stored answer to a command may contain a template, and an idle desk never deletes old answers otherwise
    for (let more = true; more && !closed; await pause()) more = commands.some();
    return erased;
  }

  /** Retries while a reader uses the log, since readers end shortly; after that, the next run retries. */
  async function emptyLog(): Promise<boolean> {
    for (let tries = 0; tries < maxTries && !closed; tries += 1, await pause()) if (space.log()) return true;
    return false;
  }

  /** Counts a failed step as 0: the next run retries it, and the other steps continue. */
  async function orNone(erased: Promise<number>): Promise<number> {
    try {
      return await erased;
    } catch (error) {
      host.onFault(error);
      return 0;
    }
  }

  async function run(anyhow: boolean, days: number): Promise<Erased> {
    keepZeros(days);
    if (days === 0) return none;
    const before = host.now() - days * dayMs;
    const erased = await eraseAll(before);
    facts.set(erasedBefore, String(Math.max(before, Number(facts.get(erasedBefore) ?? 0))));
    while (!closed && space.search()) await pause();
    if (closed) return { ...none, ...erased };
    const isClean = (anyhow || host.idle()) && space.before(anyhow);
    const freed = (await emptyLog()) && isClean;
    const own = await eraseJournal(host.db, host.journal, before, {
      close: host.closeJournal,
      yieldToEventLoop: pause,
    });
    if (closed) return { ...none, ...erased, journalDays: own.removed, freed };
    const second = await orNone(host.eraseSecond(own));
    const backups = await orNone(host.forgetBackups(before));
    host.clearLeftovers();
    const damaged = await orNone(host.forgetDamaged(before));
    const practice = await orNone(host.erasePractice(before, pause));
    return { ...erased, journalDays: own.removed + second, backups, damaged, practice, freed };
  }

  function inTurn(anyhow: boolean, given?: number): Promise<Erased> {
    const done = running.then(() => run(anyhow, given ?? host.days()));
    running = done.catch(() => undefined);
    return done;
  }

  function runIn(ms: number): void {
    cancel = host.after(ms, () => {
      void inTurn(false)
        .catch(host.onFault)
        .finally(() => {
          if (!closed) runIn(everyMs);
        });
    });
  }
  runIn(firstRunMs);
  keepZeros();

  return {
    /**
     * Runs now, to the end; a large file is vacuumed too, which blocks captures for some seconds. If `days` is given,
     * it is used instead of the setting, and the run is like a scheduled one.
     */
    now: (days?: number): Promise<Erased> => inTurn(days === undefined, days),
    /** Applies a changed setting. */
    check: () => keepZeros(),
    /** Resolves when no run is in progress any more. */
    async close(): Promise<void> {
      closed = true;
      cancel();
      goOn();
      await running;
    },
  };
}
