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
   * Appends lines to those of a day (YYYY-MM-DD), or tests whether it could if there are none; resolves or rejects in
   * bounded time. If the end of what must be there is missing (`mustHave`, null if unknown), it writes nothing and
   * resolves to the last number that is there, otherwise to null.
   */
  append: (
    folder: string,
    day: string,
    text: string,
    span: ActionRange,
    mustHave: LockedUpTo | null,
  ) => Promise<number | null>;
  /** id of the lock of lines there; null if they are open */
  lock: () => string | null;
  onFailure: (trouble: JournalFailure | null) => void;
  /** lines that were written there are gone, and are copied again; the time it was found (ms). null: nothing is known */
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

/** How long a start reports that the end was missing (ms): until a person has surely worked at the desk. */
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

/** What a desk's file records of its second journal. */
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
  const acts = actionReader(host.db);
  const nameOfDesk = deskFileNamer(host.db);
  const facts = factStore(host.db);
  const generation = generationOf(facts);
  let progress = readCopied(facts);
  let testedFolder = '';
  let savedProgress = JSON.stringify(progress);
  let isRunning = false;
  let done: Promise<void> = Promise.resolve();
  let closed = false;
  let startsOver = false;
  let retryMs = firstRetryMs;
  let cancelAgain: (() => void) | null = null;
  let cancelKeep: (() => void) | null = null;

  /** A new folder gets everything that the own journal has recorded since it began. */
  function startFolder(folder: string): void {
    const known = progress.folder === folder ? progress : nothingCopied;
    progress = { ...known, folder, step: fromStart(known.step) };
    reportCut();
  }

  function reportCut(): void {
    const { cutAt } = progress;
    host.onCut(cutAt !== undefined && Math.abs(host.now() - cutAt) < cutReportedMs ? cutAt : null);
  }

  /** A number of the history from which lines are copied: not before the own journal began, nor after the newest. */
  const fromStart = (step: number): number =>
    Math.min(Math.max(step, Number(facts.get(journalStartFact) ?? 0)), acts.last());

  /** What must be there is not: copies again what follows its last line. */
  function goBackTo(last: number): void {
    const locked = progress.locked && { ...progress.locked, upTo: last };
    progress = { ...progress, step: fromStart(last), boxed: last, locked, cutAt: host.now() };
    reportCut();
  }

  /** The first of some lines: as many as are written at once, at least one. */
  function fitting(lines: readonly string[]): readonly string[] {
    let bytes = 0;
    const count = lines.findIndex((line, n) => (bytes += Buffer.byteLength(line)) > bytesPerWrite && n > 0);
    return count < 0 ? lines : lines.slice(0, count);
  }

  async function copyPending(): Promise<void> {
    let isCut = false;
    for (let folder = host.folder(); folder !== '' && !closed; folder = host.folder()) {
      if (startsOver) [startsOver, testedFolder, progress] = [false, '', nothingCopied];
      if (testedFolder !== folder) startFolder(folder);
      const last = acts.last();
      const found = acts.between(progress.step, last, actionsPerWrite);
      if (found.length === 0 && testedFolder === folder) break;
      const day = new Date(host.now()).toISOString().slice(0, 10);
      const desk = nameOfDesk();
      const lines = fitting(found.map((act) => formatLine(act, generation, desk)));
      const some = found.slice(0, lines.length);
      const [first, upTo] = [some[0]?.step ?? 0, some.at(-1)?.step ?? 0];
      const span = { generation, began: Number(facts.get(journalStartFact) ?? 0), after: acts.before(first), upTo };
      const { locked } = progress;
      const lock = host.lock();
      const isKnown = locked?.generation === generation && locked.lock === lock;
      const end = await host.append(folder, day, lines.join(''), span, isKnown ? locked : null);
      if (end !== null) {
        if (isCut) throw new Error(`${folder} does not keep what is written there.`);
        isCut = true;
        goBackTo(end);
        continue;
      }
      progress = { ...progress, step: some.length === found.length && some.length < actionsPerWrite ? last : upTo };
      const written = lock === null ? {} : { boxed: upTo, locked: { generation, upTo, lock } };
      if (some.length > 0) progress = { ...progress, boxed: undefined, locked: undefined, ...written };
      testedFolder = folder;
      // a place that does not keep what is written there is tried ever more seldom
      if (!isCut) retryMs = firstRetryMs;
    }
    if (closed) return;
    host.onFailure(null);
    if (host.folder() === '') host.onCut(null);
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
    /** Tries the folder at once and looks at its end, also when the setting may have changed. */
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
