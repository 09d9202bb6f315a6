import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { problem, ProblemError } from '../../shared/contract/problem.ts';
import { deskFile } from '../database/desk-file.ts';
import { refuseWriteMark } from '../database/header-damage.ts';
import { openDeskReader } from '../database/open-desk.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import type { Compared } from './compare-journal.ts';
import { journalFolder } from './read-journal.ts';
import { firstTouchMs, slowReadMs, stepMs, type ExtendDeadline } from './deadline.ts';
import { unreadable, verifyFolder, type Verified } from './verify.ts';

export type VerifiedFolder = Verified & { journal: Compared };

/**
 * Verifies a data folder that no worker needs to open, so that one damaged beyond opening is told as that. Throws ProblemError
 * `bad-file` where there is no desk, `newer-database` where a newer program wrote it.
 */
export function verifyClosed(folder: string, working: ExtendDeadline): VerifiedFolder {
  working(firstTouchMs);
  if (!existsSync(join(folder, deskFile))) throw problem('bad-file', `There is no desk in ${folder}.`);
  let db: Sqlite | undefined;
  try {
    const file = statSync(join(folder, deskFile));
    if (!file.isFile()) return nothingRead(`${deskFile} is no file`);
    working(stepMs + slowReadMs(file.size + bytesIn(join(folder, journalFolder))));
    refuseWriteMark(join(folder, deskFile));
    db = openDeskReader(folder);
    return verifyFolder(db, join(folder, journalFolder), () => working(stepMs));
  } catch (error) {
    if (error instanceof ProblemError && error.problem.kind === 'newer-database') throw error;
    const says = error instanceof Error ? error.message : String(error);
    return nothingRead(says);
  } finally {
    db?.close();
  }
}

function bytesIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

const nothingRead = (says: string): VerifiedFolder => ({
  ...unreadable(says),
  journal: { lines: 0, missing: [], damagedLines: 0 },
});
