import { fail, ok, ProblemError, type Result } from '../../../shared/contract/problem.ts';
import { problemOf, onFault, reportFault } from './failure.ts';
import type { ServerPort, CallTypes } from './message.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Context of a call at the answering end. */
export interface CallContext<T = unknown> {
  /** aborted when the caller no longer waits */
  signal: AbortSignal;
  /** sends progress to the caller */
  progress: (value: T) => void;
}

/** Answers a call by name. Never rejects; `report` is called with internal faults. */
export type Answer = (
  name: string,
  input: unknown,
  context: CallContext,
  report: (error: unknown) => void,
) => Promise<Result<unknown>>;

/**
 * Answers the calls of `port`, in any order. On request, `close` runs once, then the port is closed and the thread can
 * end. Results available by then are sent; the calling end settles the other calls.
 */
export function serve(
  port: ServerPort,
  answer: Answer,
  report: (error: unknown) => void,
  close: () => Promise<void> | void,
): void {
  const runningCalls = new Map<number, AbortController>();
  let isClosing = false;

  async function reply(id: number, name: string, input: unknown): Promise<void> {
    const controller = new AbortController();
    runningCalls.set(id, controller);
    const progress = (value: unknown): void => port.postMessage({ progress: { id, value } });
    const result = await answer(name, input, { signal: controller.signal, progress }, (error) => {
      // a call that fails because its resources were closed is no fault
      if (!isClosing) report(error);
    });
    runningCalls.delete(id);
    try {
      port.postMessage({ reply: { id, result } });
    } catch (error) {
      report(error);
      port.postMessage({ reply: { id, result: fail('internal', `The answer of ${name} could not be passed on.`) } });
    }
  }

  async function endThread(): Promise<void> {
    try {
      await close();
    } catch (error) {
      report(error);
    }
    await nextTurn();
    port.close();
  }

  port.on('message', (message) => {
    if ('close' in message) {
      if (!isClosing) void endThread();
      isClosing = true;
    } else if ('cancel' in message) runningCalls.get(message.cancel)?.abort();
    else void reply(message.call.id, message.call.name, message.call.input);
  });
}

/** Handlers of calls; a thrown ProblemError is the answer. */
export type CallHandlers<A extends CallTypes<A>> = {
  [N in keyof A]: (input: A[N]['in'], context: CallContext<A[N]['progress']>) => A[N]['out'] | Promise<A[N]['out']>;
};

/** Answers calls whose types both ends share; input from outside is validated by a contract instead. */
export function answerTypedCalls<A extends CallTypes<A>>(handlers: CallHandlers<A>): Answer {
  return async (name, input, context, report) => {
    try {
      if (!Object.hasOwn(handlers, name)) throw new TypeError('a thread was asked what it does not know');
      const handler = handlers[name as keyof A];
      return ok(await handler(input, context));
    } catch (error) {
      if (!(error instanceof ProblemError)) report(error);
      return { ok: false, problem: problemOf(error) };
    }
  };
}

export interface OpenedThread<R> {
  /** sent to the thread's starter */
  ready: R;
  answer: Answer;
  close(): Promise<void> | void;
}

/** Runs a thread: opens its resources, reports that it is ready or why not, and answers calls until it is closed. */
export async function runThread<R, E>(
  port: ServerPort | null,
  openThread: (emit: (event: E) => void) => OpenedThread<R> | Promise<OpenedThread<R>>,
): Promise<void> {
  if (!port) throw new Error('this program runs as a worker thread');
  onFault((fault) => port.postMessage({ fault }));
  try {
    const { ready, answer, close } = await openThread((event) => port.postMessage({ event }));
    serve(port, answer, reportFault, close);
    port.postMessage({ ready });
  } catch (error) {
    if (!(error instanceof ProblemError)) reportFault(error);
    port.postMessage({ failed: problemOf(error) });
    port.close();
  }
}
