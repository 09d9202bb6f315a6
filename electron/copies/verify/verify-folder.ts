import { problem, ProblemError } from '../../../shared/contract/problem.ts';
import type { Opener } from '../../platform/encryption/lock.ts';
import { openSealed, isSealed } from '../../platform/encryption/sealed-file.ts';
import { deskFile } from '../../storage/database/desk-file.ts';
import { deskMigrations } from '../../storage/database/migrations/index.ts';
import { rejectWriteProtected, openSqliteReader, type Sqlite } from '../../storage/database/open-sqlite.ts';
import { clearVerifyingCopies, verifyingPrefix } from '../backup/clear-leftovers.ts';
import { readFromCopy } from '../backup/make-backup.ts';
import { type JournalComparison, journalFolder } from '../journal/read-journal.ts';
import { firstAccessMs, slowReadMs, stepMs, type ExtendDeadline, runSteps, type AfterStep } from './run-steps.ts';
import { folderSteps, unreadableResult, type Verified, databaseSteps } from './verify.ts';
import { existsSync, readdirSync, statSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type VerifiedFolder = Verified & { journal: JournalComparison };

/**
 * Verifies a data folder without a worker opening it, so that one damaged beyond opening is reported as that. Throws
 * ProblemError `bad-file` if there is no desk, `newer-database` if a newer program wrote it, and what `afterStep`
 * throws.
 */
export async function verifyClosed(
  folder: string,
  extendDeadline: ExtendDeadline,
  afterStep: AfterStep = () => Promise.resolve(),
): Promise<VerifiedFolder> {
  extendDeadline(firstAccessMs);
  if (!existsSync(join(folder, deskFile))) throw problem('bad-file', `There is no desk in ${folder}.`);
  try {
    const file = statSync(join(folder, deskFile));
    if (!file.isFile()) return unreadableFolder(`${deskFile} is no file`);
    const deadlineMs = stepMs + slowReadMs(file.size + bytesIn(join(folder, journalFolder)));
    extendDeadline(deadlineMs);
    rejectWriteProtected(join(folder, deskFile));
    return await readFromCopy(folder, extendDeadline, (db) =>
      runSteps(folderSteps(db, join(folder, journalFolder)), (part) => {
        extendDeadline(deadlineMs);
        return afterStep(part);
      }),
    );
  } catch (error) {
    if (error instanceof ProblemError && isOtherThanDamage(error)) throw error;
    const errorText = error instanceof Error ? error.message : String(error);
    return unreadableFolder(errorText);
  }
}

/**
 * A file that a newer program wrote, whose verification was stopped, or that cannot be copied for lack of room or of a
 * quiet moment, may be whole.
 */
const isOtherThanDamage = ({ problem: { kind, params } }: ProblemError): boolean =>
  ['newer-database', 'bad-file', 'cancelled'].includes(kind) || (kind === 'disk' && params?.['reason'] === 'full');

function bytesIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

const unreadableFolder = (errorText: string): VerifiedFolder => ({
  ...unreadableResult(errorText),
  journal: { lines: 0, missing: [], damagedLines: 0 },
});

/**
 * Verifies a whole backup, locked ones too. Throws ProblemError `bad-file` if there is no file, `locked` if the opener
 * cannot open it, `newer-database`, or what `afterStep` throws; damage is in the result.
 */
export async function verifyBackup(
  from: string,
  opener: Opener,
  extendDeadline: ExtendDeadline,
  afterStep: AfterStep = () => Promise.resolve(),
): Promise<Verified> {
  extendDeadline(firstAccessMs);
  const file = statSync(from, { throwIfNoEntry: false });
  if (!file?.isFile()) throw problem('bad-file', `${from} is no file.`);
  // a locked backup is read twice
  const deadlineMs = stepMs + 2 * slowReadMs(file.size);
  const afterStepWithin: AfterStep = (part) => {
    extendDeadline(deadlineMs);
    return afterStep(part);
  };
  extendDeadline(deadlineMs);
  if (!isSealed(from)) return verifyUnlocked(from, afterStepWithin);
  // mkdtemp creates a folder for this user only
  clearVerifyingCopies(tmpdir());
  const scratch = mkdtempSync(join(tmpdir(), `${verifyingPrefix}${process.pid}-`));
  try {
    const unlockedPath = join(scratch, 'backup.db');
    openSealed(from, unlockedPath, opener);
    return await verifyUnlocked(unlockedPath, afterStepWithin);
  } catch (error) {
    return toVerified(error);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function verifyUnlocked(path: string, afterStep: AfterStep): Promise<Verified> {
  let db: Sqlite | undefined;
  try {
    rejectWriteProtected(path);
    db = openSqliteReader(path, deskMigrations);
    return await runSteps(databaseSteps(db), afterStep);
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
