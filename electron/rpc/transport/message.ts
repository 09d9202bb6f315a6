import type { Problem, Result } from '../../../shared/contract/problem.ts';
import type { LogEntry } from '../../log/log-record.ts';

/** What may be asked over a link: for each name what goes in, what comes back, and what is told meanwhile. */
export type Asks<A> = { [N in keyof A]: { in: unknown; out: unknown; progress?: unknown } };

/** To the end that answers. `cancel` names a call that nobody waits for any more; `close` asks it to finish what it holds and to end. */
export type ClientMessage =
  { call: { id: number; name: string; input: unknown } } | { cancel: number } | { close: true };

/** From the end that answers: one of ready and failed first; then replies, what is told of calls under way, and events; faults of its own at any time. */
export type ServerMessage<R = unknown, E = unknown> =
  | { ready: R }
  | { failed: Problem }
  | { reply: { id: number; result: Result<unknown> } }
  | { progress: { id: number; what: unknown } }
  | { event: E }
  | { fault: LogEntry };

/** The end that answers, of a thread's channel: `parentPort`, or a `MessagePort`. */
export interface ServerPort {
  postMessage(message: ServerMessage): void;
  on(event: 'message', listener: (message: ClientMessage) => void): unknown;
  close(): void;
}
