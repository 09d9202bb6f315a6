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
const largestNote = 1024 * 1024;

/**
 * Serves requests in the process that accesses places; any of them may never return. `post` sends answers and progress.
 */
export function serveIo(post: (message: FromIoProcess) => void): (message: ToIoProcess) => void {
  const file = createJournalFile(fdatasyncSync);
  let stopping = new AbortController();

  const working =
    ({ id }: ToIoProcess) =>
    (ms: number): void =>
      post({ id, working: ms });

  /** The same for a request that can be stopped: it ends at the next call. */
  function stoppable({ id }: ToIoProcess, signal: AbortSignal) {
    let told = -1;
    function endIfStopped(): void {
      if (signal.aborted)
        throw problem('cancelled', 'It was stopped before everything was read. Nothing was changed.', {
          reason: 'stopped',
        });
    }
    return {
      working(ms: number): void {
        endIfStopped();
        post({ id, working: ms });
      },
      async rest(part: number): Promise<void> {
        const percent = Math.floor(100 * part);
        if (percent > told) post({ id, percent });
        told = Math.max(told, percent);
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

  async function appendAfter(
    message: AppendRequest & ToIoProcess,
    { data, lock, ...end }: NonNullable<AppendRequest['mustHave']>,
  ): Promise<IoReplies['append']> {
    const { findLockedEnd } = await import('../journal/read-journal.ts');
    const opener = createFolderOpener(data);
    // what a key that is gone has locked proves nothing
    if (opener.known(lock) === null) return append(message);
    const extend = (): void => working(message)(dayTimeoutMs);
    const search = (): number => findLockedEnd(message.folder, message.day, end, opener, extend);
    if (search() >= end.upTo) return append(message);
    // a place that went away in the meantime has lost nothing
    verifyPlace(message);
    const cutAt = search();
    if (cutAt >= end.upTo) return append(message);
    // it may lack the opening line, too
    file.close();
    return { cutAt };
  }

  function done(message: ToIoProcess): Answer | Promise<Answer> {
    switch (message.ask) {
      case 'choose':
        return choosePlace(message);
      case 'append':
        verifyPlace(message);
        return message.mustHave === null ? append(message) : appendAfter(message, message.mustHave);
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
          backUpDataFolder(message.data, message.folder, message.at, working(message)),
        );
      case 'schedule':
        verifyPlace(message);
        return import('../backup/scheduled-backup.ts').then(({ scheduledBackup }) =>
          scheduledBackup(message.data, message.folder, message.at, working(message)),
        );
      case 'rehearse':
        return import('../rehearsal/test-backup.ts').then(({ testBackup }) =>
          testBackup(message.path, message.scratch, message.at, createFolderOpener(message.data), working(message)),
        );
      case 'fetch':
        return import('../restore/fetch-newest-backup.ts').then(({ fetchNewestOfFolder }) =>
          fetchNewestOfFolder(message, working(message)),
        );
      case 'list':
        verifyPlace(message);
        return import('../backup/rank-backups.ts').then(({ listBackups }) => listBackups(message, working(message)));
      case 'forget-days':
        verifyPlace(message);
        file.close();
        return import('../backup/delete-old-files.ts').then(({ deleteDays: forgetDays }) =>
          forgetDays(message.folder, message.upTo, message.kept),
        );
      case 'forget-backups':
        return import('../backup/delete-old-files.ts').then(({ deleteOldBackups }) =>
          deleteOldBackups(message, working(message)),
        );
      case 'try-lock':
        return import('../../storage/lock/require-working-locks.ts').then(({ canTakeLock }) =>
          canTakeLock(message.path),
        );
      case 'check':
        return import('../verify/full-check.ts').then(({ checkFolder }) =>
          checkFolder(message.data, working(message), () => nextTurn()),
        );
      case 'verify': {
        const { working, rest } = stoppable(message, stopping.signal);
        return import('./verify-path.ts').then(({ verifyPath }) => verifyPath(message.path, working, rest));
      }
      case 'verify-backup': {
        const { working, rest } = stoppable(message, stopping.signal);
        return import('../verify/verify-folder.ts').then(({ verifyBackup }) =>
          verifyBackup(message.path, createOpener(message.keys), working, rest),
        );
      }
      case 'restore': {
        const { signal } = stopping;
        return import('../restore/restore-folder.ts').then(({ restoreFolder }) =>
          restoreFolder(message, working(message), signal, (percent) => post({ id: message.id, percent })),
        );
      }
      case 'stop':
        stopping.abort();
        // for the requests that follow
        stopping = new AbortController();
        return null;
    }
  }

  return (message) => {
    const failed = (error: unknown): void => post({ id: message.id, problem: problemAt(error) });
    try {
      const answer = done(message);
      if (answer instanceof Promise) answer.then((given) => post({ id: message.id, answer: given }), failed);
      else post({ id: message.id, answer });
    } catch (error) {
      failed(error);
    }
  };
}

function readNoteText(path: string): string | null {
  try {
    const text = readFileSync(path);
    return text.length > largestNote ? '' : text.toString('utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

const problemAt = (error: unknown): Problem =>
  error instanceof ProblemError
    ? error.problem
    : {
        kind: 'bad-file',
        message: error instanceof Error ? error.message : String(error),
        params: { reason: 'write' },
      };
