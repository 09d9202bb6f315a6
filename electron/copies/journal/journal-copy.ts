import { ProblemError } from '../../../shared/contract/problem.ts';
import { actionReader } from '../../outbox/read-actions.ts';
import { factStore, type FactStore } from '../../storage/database/facts.ts';
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
   * Appends lines to those of a day (YYYY-MM-DD); without lines, only tests whether that is possible. Resolves or
   * rejects in bounded time: to null, or, if the end of what must be there (`mustHave`, null if unknown) is missing, to
   * the last number that is there, having written nothing.
   */
  append: (
    folder: string,
    day: string,
    text: string,
    range: ActionRange,
    mustHave: LockedUpTo | null,
  ) => Promise<number | null>;
  /** id of the lock of lines there; null if they are open */
  lock: () => string | null;
  onFailure: (trouble: JournalFailure | null) => void;
  /** receives the time (ms) at which lines were found missing there, which are copied again; null: none are missing */
  onCut: (at: number | null) => void;
  after: (ms: number, run: () => void) => () => void;
}

const actionsPerWrite = 100;
/** Bytes of lines written at once, if they are several: locked together they are one line, which must not be too long. */
const bytesPerWrite = 16 * 1024 * 1024;
const firstRetryMs = 1000;
const maxRetryMs = 30_000;
/**
 * Interval between two saves of the progress (ms): after a crash, up to this much is written again, which does no harm.
 */
const saveIntervalMs = 30_000;
/** Longest wait for a write in progress when the desk closes (ms); the rest follows at the next start. */
const closeTimeoutMs = 1000;

/** How long each start reports that the end was missing (ms): until a person has surely worked at the desk. */
const cutReportedMs = 7 * 86_400_000;

/** Locked lines in the second journal: up to which number, of which generation, and by which lock. */
const lockedUpToSchema = z.object({ generation: z.int(), upTo: z.int(), lock: z.string() });
export type LockedUpTo = z.infer<typeof lockedUpToSchema>;

/**
 * `boxed`: last number that was written there locked, for older versions too; they write it without `locked`. `cutAt`:
 * when the end was last found missing (ms).
 */
const copiedSchema = z.object({
  folder: z.string(),
  step: z.int(),
  boxed: z.int().optional(),
  locked: lockedUpToSchema.optional(),
  cutAt: z.number().optional(),
});
type Copied = z.infer<typeof copiedSchema>;
const nothingCopied: Copied = { folder: '', step: 0 };

/** Reads the recorded progress of the second journal. */
function readCopied(facts: FactStore): Copied {
  try {
    return copiedSchema.parse(JSON.parse(facts.get(journalCopyFact) ?? ''));
  } catch {
    return nothingCopied;
  }
}

/**
 * Last number of this generation's history that was written locked to the second journal, as recorded in a desk's file;
 * null if there never was one, or an older version wrote it.
 */
export function lastLockedStep(db: Sqlite): number | null {
  const facts = factStore(db);
  const { boxed, locked } = readCopied(facts);
  return locked && locked.generation !== generationOf(facts) ? null : (boxed ?? null);
}

const generationOf = (facts: FactStore): number => Number(facts.get('generation') ?? 1);

/**
 * The second rescue journal, if one is set: follows the history at its own pace, in short pieces, and buffers nothing.
 */
export function openJournalCopy(host: JournalCopyHost) {
  const actions = actionReader(host.db);
  const nameOfDesk = deskFileNamer(host.db);
  const facts = factStore(host.db);
  const generation = generationOf(facts);
  let progress = readCopied(facts);
  let testedFolder = '';
  let savedProgress = JSON.stringify(progress);
  let isRunning = false;
  let currentRun: Promise<void> = Promise.resolve();
  let isClosed = false;
  let mustStartOver = false;
  let retryMs = firstRetryMs;
  let cancelRetry: (() => void) | null = null;
  let cancelSave: (() => void) | null = null;

  /** Begins with a folder: a new one gets everything since the own journal began. */
  function startFolder(folder: string): void {
    const recorded = progress.folder === folder ? progress : nothingCopied;
    progress = { ...recorded, folder, step: clampToJournal(recorded.step) };
    reportCut();
  }

  function reportCut(): void {
    const { cutAt } = progress;
    host.onCut(cutAt !== undefined && Math.abs(host.now() - cutAt) < cutReportedMs ? cutAt : null);
  }

  /**
   * Limits a number of the history to what the own journal covers: not before its start, nor after the newest action.
   */
  const clampToJournal = (step: number): number =>
    Math.min(Math.max(step, Number(facts.get(journalStartFact) ?? 0)), actions.last());

  /** Continues after the last line that is there, because later lines are missing. */
  function resumeAfter(last: number): void {
    const locked = progress.locked && { ...progress.locked, upTo: last };
    progress = { ...progress, step: clampToJournal(last), boxed: last, locked, cutAt: host.now() };
    reportCut();
  }

  /** Returns the first lines, as many as are written at once, at least one. */
  function firstBatch(lines: readonly string[]): readonly string[] {
    let bytes = 0;
    const count = lines.findIndex((line, n) => (bytes += Buffer.byteLength(line)) > bytesPerWrite && n > 0);
    return count < 0 ? lines : lines.slice(0, count);
  }

  async function copyPending(): Promise<void> {
    let isCut = false;
    for (let folder = host.folder(); folder !== '' && !isClosed; folder = host.folder()) {
      if (mustStartOver) [mustStartOver, testedFolder, progress] = [false, '', nothingCopied];
      if (testedFolder !== folder) startFolder(folder);
      const last = actions.last();
      const pending = actions.between(progress.step, last, actionsPerWrite);
      if (pending.length === 0 && testedFolder === folder) break;
      const day = new Date(host.now()).toISOString().slice(0, 10);
      const desk = nameOfDesk();
      const lines = firstBatch(pending.map((act) => formatLine(act, generation, desk)));
      const batch = pending.slice(0, lines.length);
      const [first, upTo] = [batch[0]?.step ?? 0, batch.at(-1)?.step ?? 0];
      const range = { generation, began: Number(facts.get(journalStartFact) ?? 0), after: actions.before(first), upTo };
      const { locked } = progress;
      const lock = host.lock();
      const isKnown = locked?.generation === generation && locked.lock === lock;
      const lastThere = await host.append(folder, day, lines.join(''), range, isKnown ? locked : null);
      if (lastThere !== null) {
        if (isCut) throw new Error(`${folder} does not keep what is written there.`);
        isCut = true;
        resumeAfter(lastThere);
        continue;
      }
      progress = { ...progress, step: batch.length === pending.length && batch.length < actionsPerWrite ? last : upTo };
      const lockedState = lock === null ? {} : { boxed: upTo, locked: { generation, upTo, lock } };
      if (batch.length > 0) progress = { ...progress, boxed: undefined, locked: undefined, ...lockedState };
      testedFolder = folder;
      // a place that does not keep what is written there is tried ever more seldom
      if (!isCut) retryMs = firstRetryMs;
    }
    if (isClosed) return;
    host.onFailure(null);
    if (host.folder() === '') host.onCut(null);
  }

  async function run(): Promise<void> {
    const folder = host.folder();
    try {
      await copyPending();
      if (!isClosed) scheduleSave();
    } catch (error) {
      if (isClosed) return;
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
    cancelRetry = host.after(ms, () => {
      cancelRetry = null;
      note();
    });
  }

  function scheduleSave(): void {
    if (JSON.stringify(progress) === savedProgress) return;
    cancelSave ??= host.after(saveIntervalMs, () => {
      cancelSave = null;
      saveProgress();
    });
  }

  function saveProgress(): void {
    const progressText = JSON.stringify(progress);
    if (progressText === savedProgress) return;
    try {
      facts.set(journalCopyFact, progressText);
      savedProgress = progressText;
    } catch {
      // the disk is not writable: the second journal gets some lines twice
    }
  }

  /** Lets the second journal catch up. Throws nothing and waits for nothing. */
  function note(): void {
    if (isClosed || isRunning || cancelRetry) return;
    isRunning = true;
    currentRun = run();
  }

  /** Resolves when everything is written, or the folder cannot be written, or after a second. */
  async function settled(): Promise<void> {
    const timeout = Promise.withResolvers<void>();
    const cancelTimeout = host.after(closeTimeoutMs, timeout.resolve);
    await Promise.race([currentRun, timeout.promise]);
    cancelTimeout();
  }

  note();
  return {
    note,
    settled,
    /** Saves the progress in the desk's file at once instead of within half a minute. */
    saveNow: saveProgress,
    /** Copies everything again on the next pass, because another folder was chosen at the same path. */
    startOver: (): void => void (mustStartOver = true),
    /** Tries the folder at once, and searches its end. Also called when the setting may have changed. */
    retryNow(): void {
      cancelRetry?.();
      cancelRetry = null;
      retryMs = firstRetryMs;
      testedFolder = '';
      note();
    },
    async close(): Promise<void> {
      note();
      await settled();
      isClosed = true;
      cancelRetry?.();
      cancelSave?.();
      saveProgress();
    },
  };
}
