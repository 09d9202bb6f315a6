import { join } from 'node:path';
import { problem } from '../../shared/problem.ts';
import { backUp } from '../backup/backup.ts';
import { noteBackup } from '../backup/backup-note.ts';
import { journalFolder } from '../backup/read-journal.ts';
import { verifyFolder } from '../backup/verify.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import type { Handlers } from './answer.ts';

/** Copies of a data folder, and whether it is whole; beside an owner that goes on working. */
export function copyHandlers(
  db: Sqlite,
  folder: string,
  now: () => number,
): Pick<Handlers<'reader'>, 'backup.make' | 'backup.verify'> {
  return {
    async 'backup.make'({ to }) {
      try {
        const made = await backUp(db, to, now());
        noteBackup(folder, { at: now(), to, ok: true });
        return made;
      } catch (error) {
        noteBackup(folder, { at: now(), to, ok: false });
        if (error instanceof Error && 'syscall' in error && 'code' in error)
          throw problem('bad-file', `${to} cannot be written (${String(error.code)}).`, { reason: 'write' });
        throw error;
      }
    },
    'backup.verify': () => verifyFolder(db, join(folder, journalFolder)),
  };
}
