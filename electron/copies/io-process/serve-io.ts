import { problem, ProblemError, type Problem } from '../../../shared/contract/problem.ts';
import { createFolderOpener } from '../../platform/encryption/key-file.ts';
import { createOpener } from '../../platform/encryption/lock.ts';
import { makePrivateFolder, writePrivateFile } from '../../platform/private-files.ts';
import { choosePlace, verifyPlace, verifyUsed } from '../backup/chosen-place.ts';
import { createJournalFile } from '../journal/journal-file.ts';
import type { FromIoProcess, IoReplies, IoRequest, ToIoProcess } from './io-message.ts';
import { fdatasyncSync, readFileSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

type Answer = IoReplies[keyof IoReplies];
type AppendRequest = Extract<IoRequest, { ask: 'append' }>;

/** Longest time in which a day of a journal is searched, and written (ms). */
const dayTimeoutMs = 30_000;

/** Maximum size of a note (bytes); a larger file was not written by the desk. */
const maxNoteBytes = 1024 * 1024;

/**
 * Serves requests in the process that accesses places; any of them may never return. `post` sends answers and progress.
 */
export function serveIo(post: (message: FromIoProcess) => void): (message: ToIoProcess) => void {
  const file = createJournalFile(fdatasyncSync);
  let stopController = new AbortController();

  const deadlineExtender =
    ({ id }: ToIoProcess) =>
    (ms: number): void =>
      post({ id, working: ms });

  /** Progress callbacks of a request that can be stopped: after `stop` the next call throws. */
  function stoppable({ id }: ToIoProcess, signal: AbortSignal) {
    let reportedPercent = -1;
    function endIfStopped(): void {
      if (signal.aborted)
        throw problem('cancelled', 'It was stopped before everything was read. Nothing was changed.', {
          reason: 'stopped',
        });
    }
    return {
      extendDeadline(ms: number): void {
        endIfStopped();
        post({ id, working: ms });
      },
      async afterStep(part: number): Promise<void> {
        const percent = Math.floor(100 * part);
        if (percent > reportedPercent) post({ id, percent });
        reportedPercent = Math.max(reportedPercent, percent);
        // receives a request to stop
        await nextTurn();
        endIfStopped();
      },
    };
  }

  function append({ folder, day, text, opening }: AppendRequest): IoReplies['append'] {
    file.append(folder, day, text, opening);
    return { bytes: Buffer.byteLength(text) };
  }

  async function appendIfComplete(
    message: AppendRequest & ToIoProcess,
    { data, lock, ...end }: NonNullable<AppendRequest['mustHave']>,
  ): Promise<IoReplies['append']> {
    const { findLockedEnd } = await import('../journal/read-journal.ts');
    const opener = createFolderOpener(data);
    // without the key, nothing that is locked there can be proven
    if (opener.keyOfId(lock) === null) return append(message);
    const extendDeadline = (): void => deadlineExtender(message)(dayTimeoutMs);
    const search = (): number => findLockedEnd(message.folder, message.day, end, opener, extendDeadline);
    if (search() >= end.upTo) return append(message);
    // a place that went away in the meantime has lost nothing
    verifyPlace(message);
    const cutAt = search();
    if (cutAt >= end.upTo) return append(message);
    // the file may lack the opening line, too
    file.close();
    return { cutAt };
  }

  function answerTo(message: ToIoProcess): Answer | Promise<Answer> {
    switch (message.ask) {
      case 'choose':
        return choosePlace(message);
      case 'append':
        verifyPlace(message);
        return message.mustHave === null ? append(message) : appendIfComplete(message, message.mustHave);
      case 'free': {
        const { bavail, bsize } = statfsSync(message.folder);
        return bavail * bsize;
      }
      case 'read':
        return readNoteText(message.path);
      case 'write':
        if (message.used) verifyUsed(dirname(message.path));
        writePrivateFile(message.path, message.text);
        return null;
      // Modules that need the database are loaded on first use.
      case 'second':
        return import('../../storage/register/is-copy.ts').then(({ isCopy }) =>
          isCopy(message.identity, message.here, message.there),
        );
      case 'backup':
        if (message.used) verifyUsed(message.folder);
        else makePrivateFolder(message.folder);
        return import('../backup/scheduled-backup.ts').then(({ backUpDataFolder }) =>
          backUpDataFolder(message.data, message.folder, message.at, deadlineExtender(message)),
        );
      case 'schedule':
        verifyPlace(message);
        return import('../backup/scheduled-backup.ts').then(({ scheduledBackup }) =>
          scheduledBackup(message.data, message.folder, message.at, deadlineExtender(message)),
        );
      case 'rehearse':
        return import('../rehearsal/test-backup.ts').then(({ testBackup }) =>
          testBackup(
            message.path,
            message.scratch,
            message.at,
            createFolderOpener(message.data),
            deadlineExtender(message),
          ),
        );
      case 'fetch':
        return import('../restore/fetch-newest-backup.ts').then(({ fetchNewestOfFolder }) =>
          fetchNewestOfFolder(message, deadlineExtender(message)),
        );
      case 'list':
        verifyPlace(message);
        return import('../backup/rank-backups.ts').then(({ listBackups }) =>
          listBackups(message, deadlineExtender(message)),
        );
      case 'forget-days':
        verifyPlace(message);
        file.close();
        return import('../backup/delete-old-files.ts').then(({ deleteDays }) =>
          deleteDays(message.folder, message, message.kept),
        );
      case 'forget-backups':
        return import('../backup/delete-old-files.ts').then(({ deleteOldBackups }) =>
          deleteOldBackups(message, deadlineExtender(message)),
        );
      case 'try-lock':
        return import('../../storage/lock/require-working-locks.ts').then(({ canTakeLock }) =>
          canTakeLock(message.path),
        );
      case 'check':
        return import('../verify/full-check.ts').then(({ checkFolder }) =>
          checkFolder(message.data, deadlineExtender(message), () => nextTurn()),
        );
      case 'verify': {
        const { extendDeadline, afterStep } = stoppable(message, stopController.signal);
        return import('./verify-path.ts').then(({ verifyPath }) => verifyPath(message.path, extendDeadline, afterStep));
      }
      case 'verify-backup': {
        const { extendDeadline, afterStep } = stoppable(message, stopController.signal);
        return import('../verify/verify-folder.ts').then(({ verifyBackup }) =>
          verifyBackup(message.path, createOpener(message.keys), extendDeadline, afterStep),
        );
      }
      case 'restore': {
        const { signal } = stopController;
        return import('../restore/restore-folder.ts').then(({ restoreFolder }) =>
          restoreFolder(message, deadlineExtender(message), signal, (percent) => post({ id: message.id, percent })),
        );
      }
      case 'stop':
        stopController.abort();
        // for later requests
        stopController = new AbortController();
        return null;
    }
  }

  return (message) => {
    const postProblem = (error: unknown): void => post({ id: message.id, problem: problemOf(error) });
    try {
      const answer = answerTo(message);
      if (answer instanceof Promise) answer.then((reply) => post({ id: message.id, answer: reply }), postProblem);
      else post({ id: message.id, answer });
    } catch (error) {
      postProblem(error);
    }
  };
}

function readNoteText(path: string): string | null {
  try {
    const text = readFileSync(path);
    return text.length > maxNoteBytes ? '' : text.toString('utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

const problemOf = (error: unknown): Problem =>
  error instanceof ProblemError
    ? error.problem
    : {
        kind: 'bad-file',
        message: error instanceof Error ? error.message : String(error),
        params: { reason: 'write' },
      };
