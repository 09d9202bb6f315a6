import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { problem } from '../../shared/contract/problem.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { lockFolder } from '../lock/lock-folder.ts';
import { knownPlaces } from '../register/known-places.ts';
import { actLog } from '../rights/act-log.ts';
import { openerOf } from '../encryption/opener.ts';
import { isSealed } from '../encryption/sealed-header.ts';
import { backupName, lockedEnd } from './claim-name.ts';
import { openBesideLocked } from './fetch-newest.ts';
import { holdsLockedLines } from './read-journal.ts';
import { restore, type Restored } from './restore.ts';
import { firstTouchMs, slowReadMs, stepMs, type ExtendDeadline } from './deadline.ts';

export interface RestoreOrder {
  from: string;
  folder: string;
  journal: string | null;
  /** passphrases and recovery keys, as people type them */
  keys: readonly string[];
  /** a person has read that open copies beside locked ones may have been changed, and takes them */
  takeOpen: boolean;
  /** what this machine knows of its folders */
  machine: string;
  /** who asked for it, as the system calls them */
  person: string;
}

/**
 * Restores as a person asked for it. Throws as `restore` and `lockFolder`, and `locked` (`open-beside-locked`) where the backup is open and
 * others beside it, or lines of its journal, are locked, or a key was given: without `takeOpen` it is not believed.
 */
export async function restoreFolder(
  { from, folder, journal, keys, takeOpen, machine, person }: RestoreOrder,
  working: ExtendDeadline,
  stop: AbortSignal,
): Promise<Restored> {
  working(firstTouchMs);
  const [file] = [from, folder, journal ?? from].map((place) => statSync(place, { throwIfNoEntry: false }));
  // one that is locked is read, written and read again
  const within = stepMs + 3 * slowReadMs(file?.size ?? 0);
  working(within);
  if (!takeOpen && file?.isFile() && !isSealed(from) && isMeantLocked(from, journal, keys))
    throw openBesideLocked(basename(from));
  working(within);
  const lock = lockFolder(folder, Date.now());
  try {
    const host = {
      now: Date.now,
      newId: randomUUID,
      knowsPlace: knownPlaces(machine).knows,
      opener: openerOf(keys),
      takeOpen,
      tellActs: (db: Sqlite): void =>
        actLog(db).put(
          {
            ...{ id: randomUUID(), at: Date.now(), right: 'restore', procedure: 'restore', via: 'command-line' },
            ...{ operator: person, allowedBy: '', about: basename(from), parts: '' },
          },
          'done',
        ),
      /** lets a word in that it is to stop */
      async yieldToEventLoop(): Promise<void> {
        working(within);
        await nextTurn();
        if (stop.aborted) throw problem('cancelled', 'It was stopped before it was done. Nothing was restored.');
      },
    };
    return await restore(from, folder, journal, host);
  } finally {
    lock.release();
  }
}

/** Whether whoever made a backup locks copies, as far as what lies beside it tells, or who restores it. */
function isMeantLocked(from: string, journal: string | null, keys: readonly string[]): boolean {
  if (keys.length > 0 || (journal !== null && holdsLockedLines(journal))) return true;
  const folder = dirname(from);
  return readdirSync(folder).some((name) => backupName.test(name) && name.endsWith(lockedEnd));
}
