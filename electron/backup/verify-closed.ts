import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { problem, ProblemError } from '../../shared/problem.ts';
import { deskFile, openDeskReader } from '../database/open-desk.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import type { Compared } from './compare-journal.ts';
import { journalFolder } from './read-journal.ts';
import { unreadable, verifyFolder, type Verified } from './verify.ts';

/**
 * Verifies a data folder that no worker needs to open, so that one damaged beyond opening is told as that. Throws ProblemError
 * `bad-file` where there is no desk, `newer-database` where a newer program wrote it.
 */
export function verifyClosed(folder: string): Verified & { journal: Compared } {
  if (!existsSync(join(folder, deskFile))) throw problem('bad-file', `There is no desk in ${folder}.`);
  let db: Sqlite | undefined;
  try {
    if (!statSync(join(folder, deskFile)).isFile()) return nothingRead(`${deskFile} is no file`);
    db = openDeskReader(folder);
    return verifyFolder(db, join(folder, journalFolder));
  } catch (error) {
    if (error instanceof ProblemError && error.problem.kind === 'newer-database') throw error;
    const says = error instanceof Error ? error.message : String(error);
    return nothingRead(says);
  } finally {
    db?.close();
  }
}

const nothingRead = (says: string): Verified & { journal: Compared } => ({
  ...unreadable(says),
  journal: { lines: 0, missing: [], damagedLines: 0 },
});
