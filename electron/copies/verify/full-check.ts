import { ProblemError } from '../../../shared/contract/problem.ts';
import { otherParts, type OtherPart } from '../../../shared/outbox/damaged-parts.ts';
import { deskFile } from '../../storage/database/desk-file.ts';
import { diskProblem } from '../../storage/database/disk-problem.ts';
import { factStore } from '../../storage/database/facts.ts';
import { rejectWriteProtected, type Sqlite } from '../../storage/database/open-sqlite.ts';
import { readFromCopy } from '../backup/make-backup.ts';
import { isIndexError } from './find-damages.ts';
import { runSteps, slowReadMs, stepMs, type ExtendDeadline } from './steps.ts';
import { indexedSteps, unreadableResult, type Verified } from './verify.ts';
import { statSync } from 'node:fs';
import { join } from 'node:path';

/** When the database was last read whole and found undamaged (ms). */
export const checkedAt = 'checked-at';
/** `yes` while the folder is open: found at a start, the last run was killed or lost power. */
export const openRun = 'open-run';

export interface FolderCheck {
  /** errors of SQLite's integrity check */
  structure: string[];
  /** number of entries with any damage */
  damaged: number;
  /** other damaged parts */
  beside: OtherPart[];
}

/**
 * Checks a whole database in its own time, beside its owner; `rest` is awaited regularly. Throws if it cannot be read
 * at the moment (`disk`, `newer-database`, or SQLite's error if memory is short), because a caller that gets a broken
 * structure sets the file aside.
 */
export async function checkFolder(
  data: string,
  extendDeadline: ExtendDeadline,
  rest = (): Promise<void> => Promise.resolve(),
): Promise<FolderCheck> {
  const { size } = statSync(join(data, deskFile));
  extendDeadline(stepMs + slowReadMs(size));
  try {
    rejectWriteProtected(join(data, deskFile));
    return await readFromCopy(data, extendDeadline, async (db) => {
      extendDeadline(stepMs + slowReadMs(size));
      const found = await runSteps(indexedSteps(db), () => {
        extendDeadline(stepMs + slowReadMs(size));
        return rest();
      });
      const structure = found.structure.length > 0 && isStillBroken(db) ? found.structure : [];
      return { structure, damaged: found.damaged.length, beside: damagedPartsOf(found) };
    });
  } catch (error) {
    if (!isDamage(error)) throw error;
    return { structure: unreadableResult(String(error)).structure, damaged: 0, beside: [] };
  }
}

/**
 * Checks again, since reading may have failed for another reason. Throws errors that have nothing to do with the file.
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
  const found = new Set(damages.flatMap(({ id, part }) => (id === null && part !== 'structure' ? [part] : [])));
  const beside = otherParts.filter((part) => found.delete(part));
  return found.size === 0 || beside.includes('unreadable') ? beside : ['unreadable', ...beside];
}

/** Delay after a start, to leave the disk to it (ms). */
const afterStartMs = 120_000;
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
  /** called with the MB that must be free if a check was skipped for lack of room, and with null once there is room */
  onSkipped: (megabytes: number | null) => void;
}

/**
 * Checks the whole database once a day, and two minutes after a start if the last run did not close the folder. Only
 * the time of a check without damage is stored, so that damage is reported after each start until it is mended. Throws
 * nothing.
 */
export function keepChecked({ db, now, after, check, onChecked, onSkipped }: FullCheckHost) {
  const facts = factStore(db);
  let closed = false;
  const get = (name: string): string | null => {
    try {
      return facts.isWhole(name) ? facts.get(name) : null;
    } catch {
      // an unreadable fact means a check now
      return null;
    }
  };
  const set = (name: string, value: string): void => {
    try {
      facts.set(name, value);
    } catch {
      // a failing disk is reported elsewhere; without this fact there is one check more than needed
    }
  };

  function dueInMs(): number {
    const last = Number(get(checkedAt) ?? NaN);
    const passed = now() - last;
    // a clock that was ahead at the last check says nothing about how long ago it was
    return passed >= 0 && passed < dayMs ? Math.max(afterStartMs, dayMs - passed) : afterStartMs;
  }

  async function run(): Promise<void> {
    const at = now();
    let found: FolderCheck;
    try {
      found = await check();
    } catch (error) {
      if (closed) return;
      const megabytes = missingRoom(error);
      if (megabytes !== null) onSkipped(megabytes);
      return begin(retryMs);
    }
    if (closed) return;
    onSkipped(null);
    if (found.structure.length === 0 && found.damaged === 0 && found.beside.length === 0) set(checkedAt, String(at));
    begin(dayMs);
    onChecked(found);
  }

  let cancel = (): void => undefined;
  function begin(ms: number): void {
    cancel = after(ms, () => void run());
  }
  begin(get(openRun) === 'yes' ? afterStartMs : dueInMs());
  set(openRun, 'yes');

  return {
    close(): void {
      closed = true;
      cancel();
      set(openRun, '');
    },
  };
}

/** MB that must be free for a check; null if it failed for another reason. */
function missingRoom(error: unknown): number | null {
  if (!(error instanceof ProblemError)) return null;
  const { kind, params } = error.problem;
  return kind === 'disk' && params?.['reason'] === 'full' ? Number(params['megabytes'] ?? 0) : null;
}
