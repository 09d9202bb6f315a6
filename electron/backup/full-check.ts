import { ProblemError } from '../../shared/contract/problem.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { factStore } from '../outbox/facts.ts';
import type { FolderCheck } from './check-folder.ts';
import { checkedAt, openRun } from './full-check-facts.ts';

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
