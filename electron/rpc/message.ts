import type { LogEntry } from '../log/log-record.ts';
import type { NumberedEvent } from '../../shared/contract/desk-events.ts';
import type { Problem, Result } from '../../shared/contract/problem.ts';

/** What a host sends to a worker. `close` asks it to finish what it holds and to end. */
export type ToWorker = { call: { id: number; name: string; input: unknown } } | { close: true };

/** What a worker sends back: one of ready and failed first, then replies and events; faults of its own at any time. */
export type FromWorker =
  | { ready: true }
  | { failed: Problem }
  | { reply: { id: number; result: Result<unknown> } }
  | { event: NumberedEvent }
  | { fault: LogEntry };

/** The end of a channel that a worker holds: `parentPort`, or a `MessagePort` in tests. */
export interface Port {
  postMessage(message: FromWorker): void;
  on(event: 'message', listener: (message: ToWorker) => void): unknown;
  close(): void;
}
