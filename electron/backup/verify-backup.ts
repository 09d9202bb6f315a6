import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { problem, ProblemError } from '../../shared/contract/problem.ts';
import { deskMigrations } from '../database/migrations/index.ts';
import { refuseWriteMark } from '../database/header-damage.ts';
import { openSqliteReader, type Sqlite } from '../database/open-sqlite.ts';
import type { Opener } from '../encryption/opener.ts';
import { openSealed } from '../encryption/sealed-file.ts';
import { isSealed } from '../encryption/sealed-header.ts';
import { clearVerified, verifyingName } from './clear-leftovers.ts';
import { firstTouchMs, slowReadMs, stepMs, type ExtendDeadline } from './deadline.ts';
import { unreadable, verifyDatabase, type Verified } from './verify.ts';

/**
 * Verifies a whole backup, locked ones too. Throws ProblemError `bad-file` if there is no file, `locked` if the opener
 * cannot open it, or `newer-database`; damage is in the result.
 */
export function verifyBackup(from: string, opener: Opener, working: ExtendDeadline): Verified {
  working(firstTouchMs);
  const file = statSync(from, { throwIfNoEntry: false });
  if (!file?.isFile()) throw problem('bad-file', `${from} is no file.`);
  // a locked backup is read twice
  working(stepMs + 2 * slowReadMs(file.size));
  if (!isSealed(from)) return verifyOpen(from);
  // mkdtemp creates a folder for this user only
  clearVerified(tmpdir());
  const scratch = mkdtempSync(join(tmpdir(), `${verifyingName}${process.pid}-`));
  try {
    const open = join(scratch, 'backup.db');
    openSealed(from, open, opener);
    return verifyOpen(open);
  } catch (error) {
    return damaged(error);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function verifyOpen(path: string): Verified {
  let db: Sqlite | undefined;
  try {
    refuseWriteMark(path);
    db = openSqliteReader(path, deskMigrations);
    return verifyDatabase(db);
  } catch (error) {
    return damaged(error);
  } finally {
    db?.close();
  }
}

function damaged(error: unknown): Verified {
  if (error instanceof ProblemError && error.problem.kind !== 'damaged') throw error;
  return unreadable(error instanceof Error ? error.message : String(error));
}
