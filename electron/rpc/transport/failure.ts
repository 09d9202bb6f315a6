import { faultEntry, stackOf } from '../../log/fault-entry.ts';
import type { LogEntry } from '../../log/log-record.ts';
import { ProblemError, type Problem } from '../../../shared/contract/problem.ts';

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
  const { name, code } = faultEntry(error);
  return [`fault: ${name}${code === undefined ? '' : ` ${code}`}`, ...stackOf(error)].join('\n');
}

// as the error stream, one for all parts of a thread
const listeners = new Set<(fault: LogEntry) => void>();

/** Says on the error stream where a fault of the program was, and tells who listens; nothing of what it was about. */
export function reportFault(error: unknown): void {
  process.stderr.write(`${faultPlace(error)}\n`);
  relayFault(faultEntry(error));
}

/** Tells who listens of a fault that another thread has said on the error stream, or of what belongs into the log alone. */
export function relayFault(fault: LogEntry): void {
  for (const listener of listeners) listener(fault);
}

/** Listens to the faults of this thread, and of those it began; the answer ends it. */
export function onFault(listener: (fault: LogEntry) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
