import { ProblemError } from '../../shared/contract/problem.ts';
import { lockFolder, type FolderLock } from './lock-folder.ts';

/**
 * The lock of a folder whose disk may take nothing now: then it is tried again with each `again`, until it is held. Nothing can be
 * written there meanwhile, by anyone. Throws as `lockFolder`.
 */
export function lockWhenPossible(folder: string, now: () => number) {
  let lock: FolderLock | null = null;

  function again(): void {
    try {
      lock ??= lockFolder(folder, now());
    } catch (error) {
      if (!(error instanceof ProblemError && error.problem.kind === 'disk')) throw error;
    }
  }

  again();
  return { again, release: (): void => lock?.release() };
}
