import { ProblemError } from '../../../shared/contract/problem.ts';
import { otherParts, type OtherPart } from '../../../shared/outbox/damaged-parts.ts';
import { deskFile } from '../../storage/database/desk-file.ts';
import { diskProblem } from '../../storage/database/disk-problem.ts';
import { factStore } from '../../storage/database/facts.ts';
import { rejectWriteProtected, type Sqlite } from '../../storage/database/open-sqlite.ts';
import { readFromCopy } from '../backup/make-backup.ts';
import { isIndexError } from './find-damages.ts';
import { runSteps, slowReadMs, stepMs, type ExtendDeadline } from './run-steps.ts';
import { indexedSteps, unreadableResult, type Verified } from './verify.ts';
import { statSync } from 'node:fs';
import { join } from 'node:path';

/** Fact: when the database was last read whole and found undamaged (ms). */
export const checkedAtFact = 'checked-at';
/** Fact: `yes` while the folder is open. If a start finds it, the last run was killed or lost power. */
export const openRunFact = 'open-run';

export interface FolderCheck {
  /** errors of SQLite's integrity check */
  structure: string[];
  /** number of entries with any damage */
  damaged: number;
  /** other damaged parts */
  beside: OtherPart[];
}

/**
 * Checks a whole database, also while its owner is running; `yieldToEventLoop` is awaited regularly. Throws if it
 * cannot be read at the moment (`disk`, `newer-database`, or SQLite's error if memory is short): a caller that gets a
 * broken structure would set the file aside.
 */
export async function checkFolder(
  data: string,
  extendDeadline: ExtendDeadline,
  yieldToEventLoop = (): Promise<void> => Promise.resolve(),
): Promise<FolderCheck> {
  const { size } = statSync(join(data, deskFile));
  extendDeadline(stepMs + slowReadMs(size));
  try {
    rejectWriteProtected(join(data, deskFile));
    return await readFromCopy(data, extendDeadline, async (db) => {
      extendDeadline(stepMs + slowReadMs(size));
      const verified = await runSteps(indexedSteps(db), () => {
        extendDeadline(stepMs + slowReadMs(size));
        return yieldToEventLoop();
      });
      const structure = verified.structure.length > 0 && isStillBroken(db) ? verified.structure : [];
      return { structure, damaged: verified.damaged.length, beside: damagedPartsOf(verified) };
    });
  } catch (error) {
    if (!isDamage(error)) throw error;
    return { structure: unreadableResult(String(error)).structure, damaged: 0, beside: [] };
  }
}

/**
 * Checks the structure again, since reading may have failed for another reason. Throws errors unrelated to the file.
 */
function isStillBroken(db: Sqlite): boolean {
  try {
    const lines = db.prepare<[], string>('PRAGMA integrity_check(20)').pluck().all();
    return lines.some((line) => line !== 'ok' && !isIndexError(line));
  } catch (error) {
    if (isDamage(error)) return true;
    throw error;
  }
}

const isDamage = (error: unknown): boolean =>
  (error instanceof ProblemError ? error.problem : diskProblem(error, ''))?.kind === 'damaged';

/** Damaged parts other than entries, each once; damage to rows of an unreadable entry counts as `unreadable`. */
function damagedPartsOf({ damages }: Verified): FolderCheck['beside'] {
  const damagedParts = new Set(damages.flatMap(({ id, part }) => (id === null && part !== 'structure' ? [part] : [])));
  const beside = otherParts.filter((part) => damagedParts.delete(part));
  return damagedParts.size === 0 || beside.includes('unreadable') ? beside : ['unreadable', ...beside];
}

/** Delay of a check after a start, which needs the disk (ms). */
const startDelayMs = 120_000;
const dayMs = 86_400_000;
/** Delay before a failed check is tried again (ms). */
const retryMs = 3_600_000;

export interface FullCheckHost {
  db: Sqlite;
  now: () => number;
  /** runs a function after `ms`; the result cancels it */
  after: (ms: number, run: () => void) => () => void;
  /** reads the whole database of the folder */
  check: () => Promise<FolderCheck>;
  onChecked: (found: FolderCheck) => void;
  /** called with the MB that must be free if a check was skipped for lack of room, and with null after a check */
  onSkipped: (megabytes: number | null) => void;
}

/**
 * Checks the whole database once a day, and two minutes after a start if the last run did not close the folder. Only
 * the time of a check without damage is stored, so that damage is reported after each start until it is mended. Throws
 * nothing.
 */
export function scheduleFullChecks({ db, now, after, check, onChecked, onSkipped }: FullCheckHost) {
  const facts = factStore(db);
  let isClosed = false;
  const readFact = (name: string): string | null => {
    try {
      return facts.isIntact(name) ? facts.get(name) : null;
    } catch {
      // an unreadable fact means a check now
      return null;
    }
  };
  const writeFact = (name: string, value: string): void => {
    try {
      facts.set(name, value);
    } catch {
      // a failing disk is reported elsewhere; without this fact there is one check more than needed
    }
  };

  function dueInMs(): number {
    const last = Number(readFact(checkedAtFact) ?? NaN);
    const elapsedMs = now() - last;
    // negative if the clock was ahead at the last check: its age is unknown
    return elapsedMs >= 0 && elapsedMs < dayMs ? Math.max(startDelayMs, dayMs - elapsedMs) : startDelayMs;
  }

  async function run(): Promise<void> {
    const at = now();
    let result: FolderCheck;
    try {
      result = await check();
    } catch (error) {
      if (isClosed) return;
      const megabytes = missingMegabytes(error);
      if (megabytes !== null) onSkipped(megabytes);
      return scheduleRun(retryMs);
    }
    if (isClosed) return;
    onSkipped(null);
    if (result.structure.length === 0 && result.damaged === 0 && result.beside.length === 0)
      writeFact(checkedAtFact, String(at));
    scheduleRun(dayMs);
    onChecked(result);
  }

  let cancel = (): void => undefined;
  function scheduleRun(ms: number): void {
    cancel = after(ms, () => void run());
  }
  scheduleRun(readFact(openRunFact) === 'yes' ? startDelayMs : dueInMs());
  writeFact(openRunFact, 'yes');

  return {
    close(): void {
      isClosed = true;
      cancel();
      writeFact(openRunFact, '');
    },
  };
}

/** MB that must be free for a check; null if it failed for another reason. */
function missingMegabytes(error: unknown): number | null {
  if (!(error instanceof ProblemError)) return null;
  const { kind, params } = error.problem;
  return kind === 'disk' && params?.['reason'] === 'full' ? Number(params['megabytes'] ?? 0) : null;
}
