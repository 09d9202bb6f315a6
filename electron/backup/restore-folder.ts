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
  /** passphrases and recovery keys as typed */
  keys: readonly string[];
  /** the user accepts open copies beside locked ones, knowing that they may have been changed */
  takeOpen: boolean;
  /** folder where this machine stores what it knows of data folders */
  machine: string;
  /** system name of the user who asked for it */
  person: string;
}

/**
 * Restores on a user's request. Throws as `restore` and `lockFolder`, and `locked` (`open-beside-locked`) without
 * `takeOpen` if the backup is open although others beside it or lines of its journal are locked, or a key was given.
 */
export async function restoreFolder(
  { from, folder, journal, keys, takeOpen, machine, person }: RestoreOrder,
  working: ExtendDeadline,
  stop: AbortSignal,
  tellPercent?: (percent: number) => void,
): Promise<Restored> {
  working(firstTouchMs);
  const [file] = [from, folder, journal ?? from].map((place) => statSync(place, { throwIfNoEntry: false }));
  // a locked backup is read, written and read again
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
      ...(tellPercent && { tellPercent }),
      tellActs: (db: Sqlite): void =>
        actLog(db).put(
          {
            ...{ id: randomUUID(), at: Date.now(), right: 'restore', procedure: 'restore', via: 'command-line' },
            ...{ operator: person, allowedBy: '', about: basename(from), parts: '' },
          },
          'done',
        ),
      /** lets a request to stop arrive */
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

/** Whether copies should be locked, judged by what lies beside the backup and by the given keys. */
function isMeantLocked(from: string, journal: string | null, keys: readonly string[]): boolean {
  if (keys.length > 0 || (journal !== null && holdsLockedLines(journal))) return true;
  const folder = dirname(from);
  return readdirSync(folder).some((name) => backupName.test(name) && name.endsWith(lockedEnd));
}
