import { fdatasyncSync, readFileSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { ProblemError, type Problem } from '../../shared/problem.ts';
import { journalFile } from '../backup/journal-file.ts';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { writePrivate } from '../private-files/write-private.ts';
import type { FromPlace, PlaceAnswers, ToPlace } from './place-message.ts';

type Answer = PlaceAnswers[keyof PlaceAnswers];

/** What is read from a place is a note of some lines; more is none of ours (bytes). */
const largestNote = 1024 * 1024;

/** What the process does that touches places: each of its acts may never come back. `tell` answers, and says that it goes on. */
export function answerPlaces(tell: (message: FromPlace) => void): (message: ToPlace) => void {
  const file = journalFile(fdatasyncSync);

  const working =
    ({ id }: ToPlace) =>
    (ms: number): void =>
      tell({ id, working: ms });

  function done(message: ToPlace): Answer | Promise<Answer> {
    switch (message.ask) {
      case 'append':
        file.append(message.folder, message.day, message.text);
        return Buffer.byteLength(message.text);
      case 'free': {
        const { bavail, bsize } = statfsSync(message.folder);
        return bavail * bsize;
      }
      case 'read':
        return readNoteText(message.path);
      case 'write':
        makePrivateFolder(dirname(message.path));
        writePrivate(message.path, message.text);
        return null;
      // what needs the database is loaded at its first use
      case 'second':
        return import('../register/same-place.ts').then(({ isSecond }) =>
          isSecond(message.identity, message.here, message.there),
        );
      case 'backup':
        return import('../backup/backup.ts').then(({ backUpFolder }) =>
          backUpFolder(message.data, message.folder, message.at, working(message)),
        );
      case 'schedule':
        return import('../backup/scheduled-backup.ts').then(({ scheduledBackup }) =>
          scheduledBackup(message.data, message.folder, message.at, working(message)),
        );
      case 'rehearse':
        return import('../rehearsal/rehearse.ts').then(({ rehearse }) =>
          rehearse(message.path, message.scratch, message.at, working(message)),
        );
      case 'fetch':
        return import('../backup/fetch-newest.ts').then(({ fetchNewest }) =>
          fetchNewest(message.folders, message.to, working(message)),
        );
      case 'check':
        return import('../backup/check-folder.ts').then(({ checkFolder }) =>
          checkFolder(message.data, working(message)),
        );
    }
  }

  return (message) => {
    const failed = (error: unknown): void => tell({ id: message.id, problem: problemAt(error) });
    try {
      const answer = done(message);
      if (answer instanceof Promise) answer.then((given) => tell({ id: message.id, answer: given }), failed);
      else tell({ id: message.id, answer });
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
