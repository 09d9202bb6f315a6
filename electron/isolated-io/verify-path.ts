import { verifyClosed, type VerifiedFolder } from '../backup/verify-closed.ts';
import { firstAccessMs, type ExtendDeadline } from '../backup/deadline.ts';
import type { Rest } from '../backup/steps.ts';
import { dataFolderOf } from '../workspaces/workspace.ts';

/** Verifies the data folder that a path refers to. Throws like `verifyClosed` and `dataFolderOf`. */
export async function verifyPath(path: string, working: ExtendDeadline, rest: Rest): Promise<VerifiedFolder> {
  working(firstAccessMs);
  return verifyClosed(dataFolderOf(path), working, rest);
}
