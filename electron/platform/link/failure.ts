import { ProblemError, type Problem } from '../../../shared/contract/problem.ts';
import { faultEntry, stackOf } from '../log/fault-entry.ts';
import type { LogEntry } from '../log/log-record.ts';

/**
 * The problem to report outside the desk for a thrown error: that of a `ProblemError`, or `internal`. Message and data
 * of other errors are not reported, since they can contain an address or a secret.
 */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  return { kind: 'internal', message: 'The desk met a fault of its own; what was saved before is safe.' };
}

/** Describes a fault for standard error: name, code and stack, without its message, which may contain entered data. */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return `fault: a thrown ${typeof error}`;
  const { name, code } = faultEntry(error);
  return [`fault: ${name}${code === undefined ? '' : ` ${code}`}`, ...stackOf(error)].join('\n');
}

// one set per thread
const listeners = new Set<(fault: LogEntry) => void>();

/** Writes a fault without its message to standard error, and notifies listeners. */
export function reportFault(error: unknown): void {
  process.stderr.write(`${describeFault(error)}\n`);
  relayFault(faultEntry(error));
}

/** Notifies listeners only: for a fault that another thread has written to standard error, or one only for the log. */
export function relayFault(fault: LogEntry): void {
  for (const listener of listeners) listener(fault);
}

/** Listens to faults of this thread and those it started; returns the unsubscribe function. */
export function onFault(listener: (fault: LogEntry) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
