import type { FileFault } from '../../shared/import/file-faults.ts';
import { problem, type ProblemError } from '../../shared/contract/problem.ts';

/** A file that is refused as a whole; nothing of it was queued. */
export function badFile(reason: FileFault, message: string): ProblemError {
  return problem('bad-file', message, { reason });
}
