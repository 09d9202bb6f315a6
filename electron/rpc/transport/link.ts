import { ProblemError, type Problem, type Result } from '../../../shared/contract/problem.ts';
import { openCalls, valueOf, type CallOptions } from './calls.ts';
import { relayFault } from './failure.ts';
import type { Asks, ServerMessage, ClientMessage } from './message.ts';

/** What a link needs of a worker thread; `Worker` of node:worker_threads has it. */
export interface Thread {
  postMessage(message: ClientMessage): void;
  on(event: 'message', listener: (message: ServerMessage) => void): unknown;
  on(event: 'error' | 'messageerror', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  terminate(): Promise<number>;
}

/** The asking end: `A` is what may be asked, `R` what it says when it is ready, `E` what it tells unasked. */
export interface Link<A extends Asks<A>, R = true, E = never> {
  /** settles when the thread has opened what it serves; rejects with a `ProblemError` when it cannot */
  ready: Promise<R>;
  /** by a name that came from outside. Never rejects: a fault is a problem too */
  call(name: string, input: unknown, options?: CallOptions): Promise<Result<unknown>>;
  /** by name and type. Rejects with a ProblemError where the answer is a problem */
  ask<N extends keyof A & string>(
    name: N,
    input: A[N]['in'],
    options?: CallOptions<A[N]['progress']>,
  ): Promise<A[N]['out']>;
  onEvent(listener: (event: E) => void): void;
  /** settles when the thread has ended, asked to or not */
  ended: Promise<void>;
  /** asks the thread to end and waits until it has */
  close(): Promise<void>;
}

/** Looks after a thread while it works on something, and ends it where it goes beyond its bounds. */
export interface ThreadWatch {
  /** it was given something to do */
  began(): void;
  /** it has answered; `more`: it goes on with something else */
  answered(more: boolean): void;
}

export interface LinkOptions {
  /** hears of the error that ended the thread */
  report?: (error: unknown) => void;
  /** what calls are answered with that the thread ended under */
  gone?: Problem;
  /** what calls under way are answered with at once when the link is closed; left out: their answers are waited for */
  closing?: Problem;
  /** a thread that has not ended this long after it was asked to is ended (ms) */
  latestEndMs?: number;
  /** begins to look after the thread; `over` hears why it was ended */
  watch?: (over: (why: ProblemError) => void) => ThreadWatch;
}

/** Longer than anything that has to be put on the disk first. */
const usualEndMs = 15_000;

const stopped: Problem = {
  kind: 'desk-gone',
  message: 'The part of the desk that answers this ended first. Do it again: what was done is not done twice.',
};

/**
 * The asking end of a thread. However the thread ends, every call made to it is answered: what was under way, and what is asked
 * later, with a problem that says so: whether it was done is not known.
 */
export function link<A extends Asks<A>, R = true, E = never>(
  thread: Thread,
  { report, gone = stopped, closing, latestEndMs = usualEndMs, watch }: LinkOptions,
): Link<A, R, E> {
  const calls = openCalls((message) => thread.postMessage(message));
  const watched = watch?.((why) => giveUp(why.problem));
  const listeners: ((event: E) => void)[] = [];
  const started = Promise.withResolvers<R>();
  const ended = Promise.withResolvers<void>();
  // nobody has to look at `ready` of a thread that is only closed again
  started.promise.catch(() => undefined);

  function giveUp(why: Problem): void {
    calls.end(why);
    started.reject(new ProblemError(why));
  }

  thread.on('message', (message) => {
    if ('reply' in message || 'progress' in message) {
      calls.receive(message);
      watched?.answered(calls.underWay() > 0);
    } else if ('event' in message) for (const listener of listeners) listener(message.event as E);
    else if ('ready' in message) started.resolve(message.ready as R);
    else if ('fault' in message) relayFault(message.fault);
    else started.reject(new ProblemError(message.failed));
  });
  function fail(error: unknown): void {
    report?.(error);
    giveUp(gone);
    void thread.terminate();
  }
  // an answer that cannot be read is an answer that never comes
  thread.on('messageerror', fail);
  thread.on('error', fail);
  thread.on('exit', () => {
    giveUp(gone);
    ended.resolve();
  });

  function call(name: string, input: unknown, options?: CallOptions): Promise<Result<unknown>> {
    // what nobody waits for any more is not asked, and answered by no thread
    if (!options?.signal?.aborted) watched?.began();
    return calls.call(name, input, options);
  }

  return {
    ready: started.promise,
    ended: ended.promise,
    onEvent: (listener) => void listeners.push(listener),
    call,
    ask: (name, input, options) => valueOf(call(name, input, options as CallOptions)),
    async close() {
      if (calls.isOpen()) thread.postMessage({ close: true });
      if (closing) giveUp(closing);
      const late = setTimeout(() => void thread.terminate(), latestEndMs);
      await ended.promise;
      clearTimeout(late);
    },
  };
}
