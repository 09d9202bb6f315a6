import { ProblemError, type Problem } from '../../../shared/contract/problem.ts';
import { faultEntry, stackOf } from '../log/fault-entry.ts';
import type { LogEntry } from '../log/log-record.ts';

/**
 * The problem that a thrown error may show outside the desk: that of a `ProblemError`; any other error's message and
 * data stay inside, since both can contain an address or a secret.
 */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  return { kind: 'internal', message: 'The desk met a fault of its own; what was saved before is safe.' };
}

/** A fault for standard error: name, code and stack. Its message is omitted for the same reason. */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return `fault: a thrown ${typeof error}`;
  const { name, code } = faultEntry(error);
  return [`fault: ${name}${code === undefined ? '' : ` ${code}`}`, ...stackOf(error)].join('\n');
}

// shared by all parts of a thread, like standard error
const listeners = new Set<(fault: LogEntry) => void>();

/** Writes the place of a fault to standard error and notifies listeners, without its message. */
export function reportFault(error: unknown): void {
  process.stderr.write(`${describeFault(error)}\n`);
  relayFault(faultEntry(error));
}

/**
 * Notifies listeners of a fault that another thread has already written to standard error, or that belongs only in the
 * log.
 */
export function relayFault(fault: LogEntry): void {
  for (const listener of listeners) listener(fault);
}

/** Listens to faults of this thread and those it started; returns the unsubscribe function. */
export function onFault(listener: (fault: LogEntry) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
