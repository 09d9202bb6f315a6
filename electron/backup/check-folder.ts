import { statSync } from 'node:fs';
import { join } from 'node:path';
import { otherParts, type OtherPart } from '../../shared/outbox/damaged-parts.ts';
import { ProblemError } from '../../shared/contract/problem.ts';
import { deskFile } from '../database/desk-file.ts';
import { diskProblem } from '../database/disk-problem.ts';
import { rejectWriteProtected } from '../database/header-damage.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { readFromCopy } from './copy-moment.ts';
import { isIndexError } from './index-damages.ts';
import { runSteps } from './steps.ts';
import { indexedSteps, unreadableResult, type Verified } from './verify.ts';
import { slowReadMs, stepMs, type ExtendDeadline } from './deadline.ts';

export interface FolderCheck {
  /** errors of SQLite's integrity check */
  structure: string[];
  /** number of entries with any damage */
  damaged: number;
  /** other damaged parts */
  beside: OtherPart[];
}

/**
 * Checks a whole database in its own time, beside its owner; `rest` is awaited regularly. Throws if it cannot be read
 * at the moment (`disk`, `newer-database`, or SQLite's error if memory is short), because a caller that gets a broken
 * structure sets the file aside.
 */
export async function checkFolder(
  data: string,
  extendDeadline: ExtendDeadline,
  rest = (): Promise<void> => Promise.resolve(),
): Promise<FolderCheck> {
  const { size } = statSync(join(data, deskFile));
  extendDeadline(stepMs + slowReadMs(size));
  try {
    rejectWriteProtected(join(data, deskFile));
    return await readFromCopy(data, extendDeadline, async (db) => {
      extendDeadline(stepMs + slowReadMs(size));
      const found = await runSteps(indexedSteps(db), () => {
        extendDeadline(stepMs + slowReadMs(size));
        return rest();
      });
      const structure = found.structure.length > 0 && isStillBroken(db) ? found.structure : [];
      return { structure, damaged: found.damaged.length, beside: damagedPartsOf(found) };
    });
  } catch (error) {
    if (!isDamage(error)) throw error;
    return { structure: unreadableResult(String(error)).structure, damaged: 0, beside: [] };
  }
}

/**
 * Checks again, since reading may have failed for another reason. Throws errors that have nothing to do with the file.
 */
function isStillBroken(db: Sqlite): boolean {
  try {
    const lines = db.prepare<[], string>('PRAGMA integrity_check(20)').pluck().all();
    return lines.some((line) => line !== 'ok' && !isIndexError(line));
  } catch (error) {
    if (isDamage(error)) return true;
    throw error;
  }
}

const isDamage = (error: unknown): boolean =>
  (error instanceof ProblemError ? error.problem : diskProblem(error, ''))?.kind === 'damaged';

/** Damaged parts other than entries, each once; damage to rows of an unreadable entry counts as `unreadable`. */
function damagedPartsOf({ damages }: Verified): FolderCheck['beside'] {
  const found = new Set(damages.flatMap(({ id, part }) => (id === null && part !== 'structure' ? [part] : [])));
  const beside = otherParts.filter((part) => found.delete(part));
  return found.size === 0 || beside.includes('unreadable') ? beside : ['unreadable', ...beside];
}
