import { fail, ProblemError, type Problem, type Result } from '../../../shared/contract/problem.ts';
import { relayFault } from './failure.ts';
import type { ServerMessage, ClientMessage, CallTypes } from './message.ts';

/** Options of a call. */
export interface CallOptions<T = unknown> {
  /** called with progress from the other end */
  onProgress?: (what: T) => void;
  /** ends the wait immediately with a problem `cancelled`, and cancels the call at the other end */
  signal?: AbortSignal;
  /**
   * parts of the input that are handed over rather than copied, if they are bytes of their own: the caller's are empty
   * afterwards
   */
  transfer?: readonly unknown[];
}

/** What of these is memory that can be handed over: whole, and not shared with other bytes. */
function memoryOf(parts: readonly unknown[]): ArrayBuffer[] {
  return parts.flatMap((part) =>
    part instanceof Uint8Array && part.buffer instanceof ArrayBuffer && part.byteLength === part.buffer.byteLength
      ? [part.buffer]
      : [],
  );
}

interface Pending {
  settle: (result: Result<unknown>) => void;
  onProgress: ((what: unknown) => void) | undefined;
}

const cancelled = fail('cancelled', 'It was stopped before it was answered.');

/** Pending calls over a channel; each is settled exactly once, by its reply or by the end of the channel. */
export function openCalls(post: (message: ClientMessage, transfer?: readonly ArrayBuffer[]) => void) {
  const pending = new Map<number, Pending>();
  let endReason: Problem | null = null;
  let next = 1;

  return {
    /** Never rejects: a fault is a problem too. */
    call(
      name: string,
      input: unknown,
      { onProgress, signal, transfer = [] }: CallOptions = {},
    ): Promise<Result<unknown>> {
      if (endReason) return Promise.resolve({ ok: false, problem: endReason });
      if (signal?.aborted) return Promise.resolve(cancelled);
      return new Promise((resolve) => {
        const id = next++;
        const stop = (): void => {
          settle(cancelled);
          post({ cancel: id });
        };
        const settle = (result: Result<unknown>): void => {
          if (!pending.delete(id)) return;
          signal?.removeEventListener('abort', stop);
          resolve(result);
        };
        pending.set(id, { settle, onProgress });
        signal?.addEventListener('abort', stop);
        try {
          post({ call: { id, name, input } }, memoryOf(transfer));
        } catch {
          settle(fail('internal', `What ${name} was asked with could not be passed on.`));
        }
      });
    },
    receive(message: ServerMessage): void {
      if ('reply' in message) pending.get(message.reply.id)?.settle(message.reply.result);
      else if ('progress' in message) pending.get(message.progress.id)?.onProgress?.(message.progress.what);
    },
    /** Ends the channel: pending and later calls are answered with the first reason given. */
    end(why: Problem): void {
      endReason ??= why;
      for (const { settle } of pending.values()) settle({ ok: false, problem: endReason });
    },
    isOpen: (): boolean => endReason === null,
    pendingCount: (): number => pending.size,
  };
}

/** The value of a result. Rejects with a ProblemError if it is a problem. */
export async function valueOf<T>(answered: Promise<Result<unknown>>): Promise<T> {
  const result = await answered;
  if (!result.ok) throw new ProblemError(result.problem);
  return result.value as T;
}

/** The parts of a worker thread a link needs, as in `Worker` of node:worker_threads. */
export interface Thread {
  postMessage(message: ClientMessage, transfer?: readonly ArrayBuffer[]): void;
  on(event: 'message', listener: (message: ServerMessage) => void): unknown;
  on(event: 'error' | 'messageerror', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  terminate(): Promise<number>;
}

/** The calling end: `A` are its calls, `R` the value of `ready`. */
export interface Link<A extends CallTypes<A>, R = true> {
  /** settles when the thread has opened its resources; rejects with a `ProblemError` if it cannot */
  ready: Promise<R>;
  /** by an untrusted name. Never rejects: a fault is a problem too */
  call(name: string, input: unknown, options?: CallOptions): Promise<Result<unknown>>;
  /** typed. Rejects with a ProblemError if the answer is a problem */
  ask<N extends keyof A & string>(
    name: N,
    input: A[N]['in'],
    options?: CallOptions<A[N]['progress']>,
  ): Promise<A[N]['out']>;
  /** settles when the thread has ended, requested or not */
  ended: Promise<void>;
  /** asks the thread to end and waits for it */
  close(): Promise<void>;
}

/** Supervises a thread while it works, and ends it when it exceeds its limits. */
export interface ThreadSupervision {
  /** a call was sent */
  workStarted(): void;
  /** a reply or progress arrived; `more` if calls are still pending */
  workAnswered(more: boolean): void;
}

/** `E`: the events of the thread. */
export interface LinkOptions<E = never> {
  onEvent?: (event: E) => void;
  /** called with the error that ended the thread */
  onError?: (error: unknown) => void;
  /** the answer to calls that were pending when the thread ended */
  endedProblem?: Problem;
  /** the immediate answer to pending calls when the link is closed; omitted: their replies are awaited */
  closingProblem?: Problem;
  /**
   * how long after the request to end a thread is terminated (ms), because its work may be cut off; omitted: after a
   * time that means its close has failed, which is reported as an error
   */
  closeTimeoutMs?: number;
  /** starts the supervision; `over` is called with the reason for ending the thread */
  supervise?: (over: (why: ProblemError) => void) => ThreadSupervision;
}

/** Longer than any pending write to disk takes. */
const defaultCloseTimeoutMs = 15_000;

const endedFirst: Problem = {
  kind: 'desk-gone',
  message: 'The part of the desk that answers this ended first. Do it again: what was done is not done twice.',
};

/**
 * The calling end of a thread. However the thread ends, every call is answered: pending and later calls get a problem,
 * since whether they were executed is unknown.
 */
export function link<A extends CallTypes<A>, R = true, E = never>(
  thread: Thread,
  { onEvent, onError, endedProblem = endedFirst, closingProblem, closeTimeoutMs, supervise }: LinkOptions<E>,
): Link<A, R> {
  const calls = openCalls((message, transfer) => thread.postMessage(message, transfer));
  const supervision = supervise?.((why) => endCalls(why.problem));
  const started = Promise.withResolvers<R>();
  const ended = Promise.withResolvers<void>();
  // avoids an unhandled rejection if the link is only closed
  started.promise.catch(() => undefined);

  function endCalls(why: Problem): void {
    calls.end(why);
    started.reject(new ProblemError(why));
  }

  thread.on('message', (message) => {
    if ('reply' in message || 'progress' in message) {
      calls.receive(message);
      supervision?.workAnswered(calls.pendingCount() > 0);
    } else if ('event' in message) onEvent?.(message.event as E);
    else if ('ready' in message) started.resolve(message.ready as R);
    else if ('fault' in message) relayFault(message.fault);
    else started.reject(new ProblemError(message.failed));
  });
  function fail(error: unknown): void {
    onError?.(error);
    endCalls(endedProblem);
    void thread.terminate();
  }
  // an unreadable answer would never arrive
  thread.on('messageerror', fail);
  thread.on('error', fail);
  thread.on('exit', () => {
    endCalls(endedProblem);
    ended.resolve();
  });

  function call(name: string, input: unknown, options?: CallOptions): Promise<Result<unknown>> {
    // an aborted call is not sent, so no reply follows
    if (!options?.signal?.aborted) supervision?.workStarted();
    return calls.call(name, input, options);
  }

  return {
    ready: started.promise,
    ended: ended.promise,
    call,
    ask: (name, input, options) => valueOf(call(name, input, options as CallOptions)),
    async close() {
      if (calls.isOpen()) thread.postMessage({ close: true });
      if (closingProblem) endCalls(closingProblem);
      const late = setTimeout(() => {
        if (closeTimeoutMs === undefined)
          onError?.(Object.assign(new Error('a thread did not close in time'), { code: 'CLOSE_TIMEOUT' }));
        void thread.terminate();
      }, closeTimeoutMs ?? defaultCloseTimeoutMs);
      await ended.promise;
      clearTimeout(late);
    },
  };
}
