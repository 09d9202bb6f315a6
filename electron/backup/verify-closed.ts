import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { problem, ProblemError } from '../../shared/contract/problem.ts';
import { deskFile } from '../database/desk-file.ts';
import { refuseWriteMark } from '../database/header-damage.ts';
import { readCopied } from './copy-moment.ts';
import type { Compared } from './compare-journal.ts';
import { journalFolder } from './read-journal.ts';
import { firstTouchMs, slowReadMs, stepMs, type ExtendDeadline } from './deadline.ts';
import { runSteps, type Rest } from './steps.ts';
import { folderSteps, unreadable, type Verified } from './verify.ts';

export type VerifiedFolder = Verified & { journal: Compared };

/**
 * Verifies a data folder without a worker opening it, so that one damaged beyond opening is reported as that. Throws
 * ProblemError `bad-file` if there is no desk, `newer-database` if a newer program wrote it, and what `rest` throws.
 */
export async function verifyClosed(
  folder: string,
  working: ExtendDeadline,
  rest: Rest = () => Promise.resolve(),
): Promise<VerifiedFolder> {
  working(firstTouchMs);
  if (!existsSync(join(folder, deskFile))) throw problem('bad-file', `There is no desk in ${folder}.`);
  try {
    const file = statSync(join(folder, deskFile));
    if (!file.isFile()) return nothingRead(`${deskFile} is no file`);
    const within = stepMs + slowReadMs(file.size + bytesIn(join(folder, journalFolder)));
    working(within);
    refuseWriteMark(join(folder, deskFile));
    return await readCopied(folder, working, (db) =>
      runSteps(folderSteps(db, join(folder, journalFolder)), (part) => {
        working(within);
        return rest(part);
      }),
    );
  } catch (error) {
    if (error instanceof ProblemError && isOtherThanDamage(error)) throw error;
    const says = error instanceof Error ? error.message : String(error);
    return nothingRead(says);
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

const nothingRead = (says: string): VerifiedFolder => ({
  ...unreadable(says),
  journal: { lines: 0, missing: [], damagedLines: 0 },
});
