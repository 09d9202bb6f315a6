import type { Problem, Result } from '../../../shared/contract/problem.ts';
import type { LogEntry } from '../log/log-record.ts';

/** The calls of a link: for each name its input, its output and its progress. */
export type CallTypes<A> = { [N in keyof A]: { in: unknown; out: unknown; progress?: unknown } };

/**
 * To the answering end. `cancel` names a call that is no longer awaited; `close` asks it to finish its work and end.
 */
export type ClientMessage =
  { call: { id: number; name: string; input: unknown } } | { cancel: number } | { close: true };

/**
 * From the answering end: first `ready` or `failed`; then replies, progress of pending calls, and events; faults at any
 * time.
 */
export type ServerMessage<R = unknown, E = unknown> =
  | { ready: R }
  | { failed: Problem }
  | { reply: { id: number; result: Result<unknown> } }
  | { progress: { id: number; value: unknown } }
  | { event: E }
  | { fault: LogEntry };

/** The answering end of a thread's channel: `parentPort`, or a `MessagePort`. */
export interface ServerPort {
  postMessage(message: ServerMessage): void;
  on(event: 'message', listener: (message: ClientMessage) => void): unknown;
  close(): void;
}
