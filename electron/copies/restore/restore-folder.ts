import { problem } from '../../../shared/contract/problem.ts';
import { actionLog } from '../../operators/action-log.ts';
import { createOpener } from '../../platform/encryption/lock.ts';
import { isSealed } from '../../platform/encryption/sealed-file.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import { lockFolder } from '../../storage/lock/lock-folder.ts';
import { knownFolders } from '../../storage/register/known-folders.ts';
import { backupName, lockedExtension } from '../backup/claim-name.ts';
import { hasLockedLines } from '../journal/read-journal.ts';
import { firstAccessMs, slowReadMs, stepMs, type ExtendDeadline } from '../verify/run-steps.ts';
import { openBesideLockedProblem } from './fetch-newest-backup.ts';
import { restore, type RestoreHost, type Restored } from './restore.ts';
import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface RestoreRequest {
  from: string;
  folder: string;
  journal: string | null;
  /** passphrases and recovery keys as typed */
  keys: readonly string[];
  /** the user accepts open copies beside locked ones, knowing that they may have been changed */
  takeOpen: boolean;
  /** folder where this machine stores what it knows of data folders */
  machineFolder: string;
  /** system name of the user who asked for it */
  userName: string;
}

/**
 * Restores on a user's request. Throws as `restore` and `lockFolder`, and `locked` (`open-beside-locked`) without
 * `takeOpen` if the backup is open although others beside it or lines of its journal are locked, or a key was given.
 */
export async function restoreFolder(
  { from, folder, journal, keys, takeOpen, machineFolder, userName }: RestoreRequest,
  extendDeadline: ExtendDeadline,
  abortSignal: AbortSignal,
  onPercent?: (percent: number) => void,
): Promise<Restored> {
  extendDeadline(firstAccessMs);
  const [file] = [from, folder, journal ?? from].map((place) => statSync(place, { throwIfNoEntry: false }));
  // a locked backup is read, written and read again
  const deadlineMs = stepMs + 3 * slowReadMs(file?.size ?? 0);
  extendDeadline(deadlineMs);
  if (!takeOpen && file?.isFile() && !isSealed(from) && isLockExpected(from, journal, keys))
    throw openBesideLockedProblem(basename(from));
  extendDeadline(deadlineMs);
  const lock = lockFolder(folder, Date.now());
  try {
    const host: RestoreHost = {
      now: Date.now,
      newId: randomUUID,
      isKnownFolder: knownFolders(machineFolder).knows,
      opener: createOpener(keys),
      takeOpen,
      ...(onPercent && { onProgress: onPercent }),
      logActions: (db: Sqlite): void =>
        actionLog(db).record(
          {
            ...{ id: randomUUID(), at: Date.now(), right: 'restore', procedure: 'restore', via: 'command-line' },
            ...{ operator: userName, allowedBy: '', about: basename(from), parts: '' },
          },
          'done',
        ),
      /** Lets a request to stop arrive, and throws `cancelled` after one. */
      async yieldToEventLoop(): Promise<void> {
        extendDeadline(deadlineMs);
        await nextTurn();
        if (abortSignal.aborted) throw problem('cancelled', 'It was stopped before it was done. Nothing was restored.');
      },
    };
    return await restore(from, folder, journal, host);
  } finally {
    lock.release();
  }
}

/** Whether copies should be locked, judged by what lies beside the backup and by the given keys. */
function isLockExpected(from: string, journal: string | null, keys: readonly string[]): boolean {
  if (keys.length > 0 || (journal !== null && hasLockedLines(journal))) return true;
  const folder = dirname(from);
  return readdirSync(folder).some((name) => backupName.test(name) && name.endsWith(lockedExtension));
}
