import { dataFolderOf } from '../../storage/register/workspace-folders.ts';
import { firstAccessMs, type ExtendDeadline, type AfterStep } from '../verify/run-steps.ts';
import { verifyClosed, type VerifiedFolder } from '../verify/verify-folder.ts';

/** Verifies the data folder that a path refers to. Throws like `verifyClosed` and `dataFolderOf`. */
export async function verifyPath(
  path: string,
  extendDeadline: ExtendDeadline,
  afterStep: AfterStep,
): Promise<VerifiedFolder> {
  extendDeadline(firstAccessMs);
  return verifyClosed(dataFolderOf(path), extendDeadline, afterStep);
}
