import { ProblemError } from '../../../shared/contract/problem.ts';
import { actionReader } from '../../outbox/read-actions.ts';
import { factStore } from '../../storage/database/facts.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import { deskFileNamer } from '../../storage/register/identity.ts';
import type { ActionRange } from '../backup/locked-lines.ts';
import type { JournalFailure } from './journal-file.ts';
import { journalStartFact, journalCopyFact, formatLine } from './journal-line.ts';
import { z } from 'zod';

export interface JournalCopyHost {
  db: Sqlite;
  /** folder of the second journal; empty for none */
  folder: () => string;
  now: () => number;
  /**
   * Appends lines to those of a day (YYYY-MM-DD), or tests whether it could if there are none; resolves or rejects in
   * bounded time.
   */
  append: (folder: string, day: string, text: string, span: ActionRange) => Promise<unknown>;
  /** whether lines are locked there */
  isLocked: () => boolean;
  onFailure: (trouble: JournalFailure | null) => void;
  after: (ms: number, run: () => void) => () => void;
}

const actionsPerWrite = 100;
const firstRetryMs = 1000;
const maxRetryMs = 30_000;
/**
 * Interval between two saves of the progress (ms): after a crash, up to this much is written again, which does no harm.
 */
const saveIntervalMs = 30_000;
/** Longest wait for a write in progress when the desk closes (ms); the rest follows at the next start. */
const closeTimeoutMs = 1000;

/** `boxed`: last number that was written there locked. */
const copiedSchema = z.object({ folder: z.string(), step: z.int(), boxed: z.int().optional() });

/**
 * Last number of the history that was written locked to the second journal, as recorded in a desk's file; null if there
 * never was one, or an older version wrote it.
 */
export function lastLockedStep(db: Sqlite): number | null {
  try {
    return copiedSchema.parse(JSON.parse(factStore(db).get(journalCopyFact) ?? '')).boxed ?? null;
  } catch {
    return null;
  }
}

/**
 * The second rescue journal, if one is set: follows the history at its own pace, in short pieces, and buffers nothing.
 */
export function openJournalCopy(host: JournalCopyHost) {
  const acts = actionReader(host.db);
  const nameOfDesk = deskFileNamer(host.db);
  const facts = factStore(host.db);
  const generation = Number(facts.get('generation') ?? 1);
  let progress = readCopied();
  let testedFolder = '';
  let savedProgress = JSON.stringify(progress);
  let isRunning = false;
  let done: Promise<void> = Promise.resolve();
  let closed = false;
  let startsOver = false;
  let retryMs = firstRetryMs;
  let cancelAgain: (() => void) | null = null;
  let cancelKeep: (() => void) | null = null;

  function readCopied(): z.infer<typeof copiedSchema> {
    try {
      return copiedSchema.parse(JSON.parse(facts.get(journalCopyFact) ?? ''));
    } catch {
      return { folder: '', step: 0 };
    }
  }

  /** A new folder gets everything that the own journal has recorded since it began. */
  function startFolder(folder: string): void {
    const { step, boxed } = progress.folder === folder ? progress : { step: 0 };
    progress = {
      folder,
      ...(boxed !== undefined && { boxed }),
      step: Math.min(Math.max(step, Number(facts.get(journalStartFact) ?? 0)), acts.last()),
    };
  }

  async function copyPending(): Promise<void> {
    for (let folder = host.folder(); folder !== '' && !closed; folder = host.folder()) {
      if (startsOver) [startsOver, testedFolder, progress] = [false, '', { folder: '', step: 0 }];
      if (testedFolder !== folder) startFolder(folder);
      const last = acts.last();
      const some = acts.between(progress.step, last, actionsPerWrite);
      if (some.length === 0 && testedFolder === folder) break;
      const day = new Date(host.now()).toISOString().slice(0, 10);
      const desk = nameOfDesk();
      const [first, upTo] = [some[0]?.step ?? 0, some.at(-1)?.step ?? 0];
      const span = { generation, began: Number(facts.get(journalStartFact) ?? 0), after: acts.before(first), upTo };
      const isLocked = host.isLocked();
      await host.append(folder, day, some.map((act) => formatLine(act, generation, desk)).join(''), span);
      const boxed = some.length === 0 ? progress.boxed : isLocked ? upTo : undefined;
      progress = { folder, step: some.length < actionsPerWrite ? last : upTo, ...(boxed !== undefined && { boxed }) };
      testedFolder = folder;
      retryMs = firstRetryMs;
    }
    if (!closed) host.onFailure(null);
  }

  async function run(): Promise<void> {
    const folder = host.folder();
    try {
      await copyPending();
      if (!closed) scheduleSave();
    } catch (error) {
      if (closed) return;
      testedFolder = '';
      const isAway = error instanceof ProblemError && error.problem.params?.['reason'] === 'away';
      host.onFailure({ folder, message: error instanceof Error ? error.message : String(error), isAway });
      scheduleRetry(host.folder() === folder ? retryMs : 0);
      retryMs = Math.min(retryMs * 2, maxRetryMs);
    } finally {
      isRunning = false;
    }
  }

  function scheduleRetry(ms: number): void {
    cancelAgain = host.after(ms, () => {
      cancelAgain = null;
      note();
    });
  }

  function scheduleSave(): void {
    if (JSON.stringify(progress) === savedProgress) return;
    cancelKeep ??= host.after(saveIntervalMs, () => {
      cancelKeep = null;
      saveProgress();
    });
  }

  function saveProgress(): void {
    const now = JSON.stringify(progress);
    if (now === savedProgress) return;
    try {
      facts.set(journalCopyFact, now);
      savedProgress = now;
    } catch {
      // the disk is not writable: the second journal gets some lines twice
    }
  }

  /** Lets the second journal catch up. Throws nothing and waits for nothing. */
  function note(): void {
    if (closed || isRunning || cancelAgain) return;
    isRunning = true;
    done = run();
  }

  /** Resolves when everything is written, or the folder cannot be written, or after a second. */
  async function settled(): Promise<void> {
    const late = Promise.withResolvers<void>();
    const stop = host.after(closeTimeoutMs, late.resolve);
    await Promise.race([done, late.promise]);
    stop();
  }

  note();
  return {
    note,
    settled,
    /** Saves the progress in the desk's file at once instead of within half a minute. */
    keep: saveProgress,
    /** Another folder was chosen at the same path: it gets everything, on the next pass. */
    startOver: (): void => void (startsOver = true),
    /** Called when the setting may have changed: tries its folder at once. */
    retryNow(): void {
      cancelAgain?.();
      cancelAgain = null;
      retryMs = firstRetryMs;
      testedFolder = '';
      note();
    },
    async close(): Promise<void> {
      note();
      await settled();
      closed = true;
      cancelAgain?.();
      cancelKeep?.();
      saveProgress();
    },
  };
}
