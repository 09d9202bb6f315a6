import { dataFolderOf } from '../../storage/register/workspace-folders.ts';
import { firstAccessMs, type ExtendDeadline, type Rest } from '../verify/steps.ts';
import { verifyClosed, type VerifiedFolder } from '../verify/verify-folder.ts';

/** Verifies the data folder that a path refers to. Throws like `verifyClosed` and `dataFolderOf`. */
export async function verifyPath(path: string, working: ExtendDeadline, rest: Rest): Promise<VerifiedFolder> {
  working(firstAccessMs);
  return verifyClosed(dataFolderOf(path), working, rest);
}
