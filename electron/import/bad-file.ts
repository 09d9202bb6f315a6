import { problem, type ProblemError } from '../../shared/problem.ts';

export type BadFile =
  | 'empty'
  | 'no-spreadsheet'
  | 'encoding'
  | 'archive'
  | 'too-big'
  | 'too-slow'
  | 'quotes'
  | 'header'
  | 'missing-column'
  | 'no-rows'
  | 'no-sheet'
  | 'closed';

/** A file that is refused as a whole; nothing of it was queued. */
export function badFile(reason: BadFile, message: string): ProblemError {
  return problem('bad-file', message, { reason });
}
