import { z } from 'zod';
import { ProblemError } from '../../shared/contract/problem.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { factStore } from '../outbox/facts.ts';
import { actsReader } from '../outbox/read-acts.ts';
import { deskNamer } from '../register/identity.ts';
import { beganAt, copiedTo } from './journal-facts.ts';
import { writeLine } from './journal-line.ts';
import type { LineSpan } from './locked-lines.ts';
import type { JournalTrouble } from './journal-trouble.ts';

export interface JournalCopyHost {
  db: Sqlite;
  /** folder of the second journal; empty for none */
  folder: () => string;
  now: () => number;
  /**
   * Appends lines to those of a day (YYYY-MM-DD), or tests whether it could if there are none; resolves or rejects in
   * bounded time.
   */
  append: (folder: string, day: string, text: string, span: LineSpan) => Promise<unknown>;
  /** whether lines are locked there */
  isLocked: () => boolean;
  onTrouble: (trouble: JournalTrouble | null) => void;
  after: (ms: number, run: () => void) => () => void;
}

const actsAtOnce = 100;
const firstAgainMs = 1000;
const maxAgainMs = 30_000;
/**
 * Interval between two saves of the progress (ms): after a crash, up to this much is written again, which does no harm.
 */
const keepEveryMs = 30_000;
/** Longest wait for a write in progress when the desk closes (ms); the rest follows at the next start. */
const latestEndMs = 1000;

/** `boxed`: last number that was written there locked. */
const copiedSchema = z.object({ folder: z.string(), step: z.int(), boxed: z.int().optional() });

/**
 * Last number of the history that was written locked to the second journal, as recorded in a desk's file; null if there
 * never was one, or an older version wrote it.
 */
export function lastBoxed(db: Sqlite): number | null {
  try {
    return copiedSchema.parse(JSON.parse(factStore(db).get(copiedTo) ?? '')).boxed ?? null;
  } catch {
    return null;
  }
}

/**
 * The second rescue journal, if one is set: follows the history at its own pace, in short pieces, and buffers nothing.
 */
export function openJournalCopy(host: JournalCopyHost) {
  const acts = actsReader(host.db);
  const nameOfDesk = deskNamer(host.db);
  const facts = factStore(host.db);
  const generation = Number(facts.get('generation') ?? 1);
  let copied = readCopied();
  let looked = '';
  let kept = JSON.stringify(copied);
  let busy = false;
  let done: Promise<void> = Promise.resolve();
  let closed = false;
  let isAnew = false;
  let againMs = firstAgainMs;
  let cancelAgain: (() => void) | null = null;
  let cancelKeep: (() => void) | null = null;

  function readCopied(): z.infer<typeof copiedSchema> {
    try {
      return copiedSchema.parse(JSON.parse(facts.get(copiedTo) ?? ''));
    } catch {
      return { folder: '', step: 0 };
    }
  }

  /** A new folder gets everything that the own journal has recorded since it began. */
  function goTo(folder: string): void {
    const { step, boxed } = copied.folder === folder ? copied : { step: 0 };
    copied = {
      folder,
      ...(boxed !== undefined && { boxed }),
      step: Math.min(Math.max(step, Number(facts.get(beganAt) ?? 0)), acts.last()),
    };
  }

  async function copyOn(): Promise<void> {
    for (let folder = host.folder(); folder !== '' && !closed; folder = host.folder()) {
      if (isAnew) [isAnew, looked, copied] = [false, '', { folder: '', step: 0 }];
      if (looked !== folder) goTo(folder);
      const last = acts.last();
      const some = acts.between(copied.step, last, actsAtOnce);
      if (some.length === 0 && looked === folder) break;
      const day = new Date(host.now()).toISOString().slice(0, 10);
      const desk = nameOfDesk();
      const [first, upTo] = [some[0]?.step ?? 0, some.at(-1)?.step ?? 0];
      const span = { generation, began: Number(facts.get(beganAt) ?? 0), after: acts.before(first), upTo };
      const isLocked = host.isLocked();
      await host.append(folder, day, some.map((act) => writeLine(act, generation, desk)).join(''), span);
      const boxed = some.length === 0 ? copied.boxed : isLocked ? upTo : undefined;
      copied = { folder, step: some.length < actsAtOnce ? last : upTo, ...(boxed !== undefined && { boxed }) };
      looked = folder;
      againMs = firstAgainMs;
    }
    if (!closed) host.onTrouble(null);
  }

  async function run(): Promise<void> {
    const folder = host.folder();
    try {
      await copyOn();
      if (!closed) keepSoon();
    } catch (error) {
      if (closed) return;
      looked = '';
      const isAway = error instanceof ProblemError && error.problem.params?.['reason'] === 'away';
      host.onTrouble({ folder, message: error instanceof Error ? error.message : String(error), isAway });
      tryAgain(host.folder() === folder ? againMs : 0);
      againMs = Math.min(againMs * 2, maxAgainMs);
    } finally {
      busy = false;
    }
  }

  function tryAgain(ms: number): void {
    cancelAgain = host.after(ms, () => {
      cancelAgain = null;
      note();
    });
  }

  function keepSoon(): void {
    if (JSON.stringify(copied) === kept) return;
    cancelKeep ??= host.after(keepEveryMs, () => {
      cancelKeep = null;
      keep();
    });
  }

  function keep(): void {
    const now = JSON.stringify(copied);
    if (now === kept) return;
    try {
      facts.set(copiedTo, now);
      kept = now;
    } catch {
      // the disk is not writable: the second journal gets some lines twice
    }
  }

  /** Lets the second journal catch up. Throws nothing and waits for nothing. */
  function note(): void {
    if (closed || busy || cancelAgain) return;
    busy = true;
    done = run();
  }

  /** Resolves when everything is written, or the folder cannot be written, or after a second. */
  async function settled(): Promise<void> {
    const late = Promise.withResolvers<void>();
    const stop = host.after(latestEndMs, late.resolve);
    await Promise.race([done, late.promise]);
    stop();
  }

  note();
  return {
    note,
    settled,
    /** Saves the progress in the desk's file at once instead of within half a minute. */
    keep,
    /** Another folder was chosen at the same path: it gets everything, on the next pass. */
    beginAnew: (): void => void (isAnew = true),
    /** Called when the setting may have changed: tries its folder at once. */
    check(): void {
      cancelAgain?.();
      cancelAgain = null;
      againMs = firstAgainMs;
      looked = '';
      note();
    },
    async close(): Promise<void> {
      note();
      await settled();
      closed = true;
      cancelAgain?.();
      cancelKeep?.();
      keep();
    },
  };
}
