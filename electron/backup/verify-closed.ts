import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { problem, ProblemError } from '../../shared/contract/problem.ts';
import { deskFile } from '../database/desk-file.ts';
import { rejectWriteProtected } from '../database/header-damage.ts';
import { readFromCopy } from './copy-moment.ts';
import type { JournalComparison } from './compare-journal.ts';
import { journalFolder } from './read-journal.ts';
import { firstAccessMs, slowReadMs, stepMs, type ExtendDeadline } from './deadline.ts';
import { runSteps, type Rest } from './steps.ts';
import { folderSteps, unreadableResult, type Verified } from './verify.ts';

export type VerifiedFolder = Verified & { journal: JournalComparison };

/**
 * Verifies a data folder without a worker opening it, so that one damaged beyond opening is reported as that. Throws
 * ProblemError `bad-file` if there is no desk, `newer-database` if a newer program wrote it, and what `rest` throws.
 */
export async function verifyClosed(
  folder: string,
  extendDeadline: ExtendDeadline,
  rest: Rest = () => Promise.resolve(),
): Promise<VerifiedFolder> {
  extendDeadline(firstAccessMs);
  if (!existsSync(join(folder, deskFile))) throw problem('bad-file', `There is no desk in ${folder}.`);
  try {
    const file = statSync(join(folder, deskFile));
    if (!file.isFile()) return unreadableFolder(`${deskFile} is no file`);
    const within = stepMs + slowReadMs(file.size + bytesIn(join(folder, journalFolder)));
    extendDeadline(within);
    rejectWriteProtected(join(folder, deskFile));
    return await readFromCopy(folder, extendDeadline, (db) =>
      runSteps(folderSteps(db, join(folder, journalFolder)), (part) => {
        extendDeadline(within);
        return rest(part);
      }),
    );
  } catch (error) {
    if (error instanceof ProblemError && isOtherThanDamage(error)) throw error;
    const says = error instanceof Error ? error.message : String(error);
    return unreadableFolder(says);
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

const unreadableFolder = (says: string): VerifiedFolder => ({
  ...unreadableResult(says),
  journal: { lines: 0, missing: [], damagedLines: 0 },
});
