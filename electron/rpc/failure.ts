import { ProblemError, type Problem } from '../../shared/problem.ts';

/**
 * What a thrown error may tell outside the desk. A `ProblemError` says what it was made to say; of anything else neither the
 * message nor its data leave, since both can hold an address or a secret.
 */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  return { kind: 'internal', message: 'The desk met a fault of its own; what was saved before is safe.' };
}

/** A fault for the error stream: its name, code and place. The message stays out, for the same reason. */
export function faultPlace(error: unknown): string {
  if (!(error instanceof Error)) return `fault: a thrown ${typeof error}`;
  const code = 'code' in error ? ` ${String(error.code)}` : '';
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [`fault: ${error.name}${code}`, ...frames].join('\n');
}
