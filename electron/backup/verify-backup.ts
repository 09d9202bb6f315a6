import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { problem, ProblemError } from '../../shared/contract/problem.ts';
import { deskMigrations } from '../database/migrations/index.ts';
import { rejectWriteProtected } from '../database/header-damage.ts';
import { openSqliteReader, type Sqlite } from '../database/open-sqlite.ts';
import type { Opener } from '../encryption/opener.ts';
import { openSealed } from '../encryption/sealed-file.ts';
import { isSealed } from '../encryption/sealed-header.ts';
import { clearVerifyingCopies, verifyingPrefix } from './clear-leftovers.ts';
import { firstAccessMs, slowReadMs, stepMs, type ExtendDeadline } from './deadline.ts';
import { runSteps, type Rest } from './steps.ts';
import { databaseSteps, unreadableResult, type Verified } from './verify.ts';

/**
 * Verifies a whole backup, locked ones too. Throws ProblemError `bad-file` if there is no file, `locked` if the opener
 * cannot open it, `newer-database`, or what `rest` throws; damage is in the result.
 */
export async function verifyBackup(
  from: string,
  opener: Opener,
  extendDeadline: ExtendDeadline,
  rest: Rest = () => Promise.resolve(),
): Promise<Verified> {
  extendDeadline(firstAccessMs);
  const file = statSync(from, { throwIfNoEntry: false });
  if (!file?.isFile()) throw problem('bad-file', `${from} is no file.`);
  // a locked backup is read twice
  const within = stepMs + 2 * slowReadMs(file.size);
  const restWithin: Rest = (part) => {
    extendDeadline(within);
    return rest(part);
  };
  extendDeadline(within);
  if (!isSealed(from)) return verifyUnlocked(from, restWithin);
  // mkdtemp creates a folder for this user only
  clearVerifyingCopies(tmpdir());
  const scratch = mkdtempSync(join(tmpdir(), `${verifyingPrefix}${process.pid}-`));
  try {
    const open = join(scratch, 'backup.db');
    openSealed(from, open, opener);
    return await verifyUnlocked(open, restWithin);
  } catch (error) {
    return toVerified(error);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function verifyUnlocked(path: string, rest: Rest): Promise<Verified> {
  let db: Sqlite | undefined;
  try {
    rejectWriteProtected(path);
    db = openSqliteReader(path, deskMigrations);
    return await runSteps(databaseSteps(db), rest);
  } catch (error) {
    return toVerified(error);
  } finally {
    db?.close();
  }
}

function toVerified(error: unknown): Verified {
  if (error instanceof ProblemError && error.problem.kind !== 'damaged') throw error;
  return unreadableResult(error instanceof Error ? error.message : String(error));
}
