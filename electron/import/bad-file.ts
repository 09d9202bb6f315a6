import type { FileFault } from '../../shared/import/file-faults.ts';
import { problem, type ProblemError } from '../../shared/contract/problem.ts';

/** The problem of a file that is refused as a whole; nothing was queued. */
export function badFile(reason: FileFault, message: string): ProblemError {
  return problem('bad-file', message, { reason });
}
