import { setImmediate as nextTurn } from 'node:timers/promises';
import { no, ok, ProblemError, type Result } from '../../../shared/contract/problem.ts';
import { problemOf } from './failure.ts';
import type { ServerPort, Asks } from './message.ts';

/** What the end that answers has of a call under way. */
export interface CallContext<T = unknown> {
  /** aborted where nobody waits for the answer any more */
  signal: AbortSignal;
  /** tells who asked, meanwhile */
  progress: (what: T) => void;
}

/** Answers a call by its name. Never rejects; `report` hears of faults that are ours. */
export type Answer = (
  name: string,
  input: unknown,
  context: CallContext,
  report: (error: unknown) => void,
) => Promise<Result<unknown>>;

/**
 * Answers the calls that come in over `port`, in any order. `close` runs once, after which the port is shut and the thread can end; what is
 * answered by then is passed on, what still waits is answered by the asking end of the link.
 */
export function serve(
  port: ServerPort,
  answer: Answer,
  report: (error: unknown) => void,
  close: () => Promise<void> | void,
): void {
  const underWay = new Map<number, AbortController>();
  let closing = false;

  async function reply(id: number, name: string, input: unknown): Promise<void> {
    const stop = new AbortController();
    underWay.set(id, stop);
    const progress = (what: unknown): void => port.postMessage({ progress: { id, what } });
    const result = await answer(name, input, { signal: stop.signal, progress }, (error) => {
      // what waited for something of its own, as a hash, comes back to what is closed meanwhile: that is no fault
      if (!closing) report(error);
    });
    underWay.delete(id);
    try {
      port.postMessage({ reply: { id, result } });
    } catch (error) {
      report(error);
      port.postMessage({ reply: { id, result: no('internal', `The answer of ${name} could not be passed on.`) } });
    }
  }

  async function end(): Promise<void> {
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
      if (!closing) void end();
      closing = true;
    } else if ('cancel' in message) underWay.get(message.cancel)?.abort();
    else void reply(message.call.id, message.call.name, message.call.input);
  });
}

/** What answers each ask; a ProblemError that it throws is the answer. */
export type AskHandlers<A extends Asks<A>> = {
  [N in keyof A]: (input: A[N]['in'], context: CallContext<A[N]['progress']>) => A[N]['out'] | Promise<A[N]['out']>;
};

/** Answers asks whose types both ends share; what comes from outside is checked by a contract instead. */
export function answerAsks<A extends Asks<A>>(handlers: AskHandlers<A>): Answer {
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
