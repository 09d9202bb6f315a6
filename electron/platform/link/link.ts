import { fail, ProblemError, type Problem, type Result } from '../../../shared/contract/problem.ts';
import { relayFault } from './failure.ts';
import type { ServerMessage, ClientMessage, CallTypes } from './message.ts';

/** Options of a call. */
export interface CallOptions<T = unknown> {
  /** called with progress from the other end */
  onProgress?: (progress: T) => void;
  /** when aborted, the call is answered at once with the problem `cancelled`, and cancelled at the other end */
  signal?: AbortSignal;
  /** byte arrays of the input to transfer instead of copying, if they fill their buffer; the caller's are then empty */
  transfer?: readonly unknown[];
}

/** The buffers of those parts that fill their buffer and can therefore be transferred. */
function transferableBuffers(parts: readonly unknown[]): ArrayBuffer[] {
  return parts.flatMap((part) =>
    part instanceof Uint8Array && part.buffer instanceof ArrayBuffer && part.byteLength === part.buffer.byteLength
      ? [part.buffer]
      : [],
  );
}

interface PendingCall {
  settle: (result: Result<unknown>) => void;
  onProgress: ((progress: unknown) => void) | undefined;
}

const cancelled = fail('cancelled', 'It was stopped before it was answered.');

/** Calls over a channel. Each is settled exactly once: by its reply, by cancelling, or by the end of the channel. */
export function openCalls(post: (message: ClientMessage, transfer?: readonly ArrayBuffer[]) => void) {
  const pendingCalls = new Map<number, PendingCall>();
  let endReason: Problem | null = null;
  let nextId = 1;

  return {
    /** Never rejects: faults are returned as problems. */
    call(
      name: string,
      input: unknown,
      { onProgress, signal, transfer = [] }: CallOptions = {},
    ): Promise<Result<unknown>> {
      if (endReason) return Promise.resolve({ ok: false, problem: endReason });
      if (signal?.aborted) return Promise.resolve(cancelled);
      return new Promise((resolve) => {
        const id = nextId++;
        const cancelCall = (): void => {
          settle(cancelled);
          post({ cancel: id });
        };
        const settle = (result: Result<unknown>): void => {
          if (!pendingCalls.delete(id)) return;
          signal?.removeEventListener('abort', cancelCall);
          resolve(result);
        };
        pendingCalls.set(id, { settle, onProgress });
        signal?.addEventListener('abort', cancelCall);
        try {
          post({ call: { id, name, input } }, transferableBuffers(transfer));
        } catch {
          settle(fail('internal', `What ${name} was asked with could not be passed on.`));
        }
      });
    },
    receive(message: ServerMessage): void {
      if ('reply' in message) pendingCalls.get(message.reply.id)?.settle(message.reply.result);
      else if ('progress' in message) pendingCalls.get(message.progress.id)?.onProgress?.(message.progress.value);
    },
    /** Ends the channel: pending and later calls are answered with the first reason given. */
    endChannel(reason: Problem): void {
      endReason ??= reason;
      for (const { settle } of pendingCalls.values()) settle({ ok: false, problem: endReason });
    },
    isOpen: (): boolean => endReason === null,
    pendingCount: (): number => pendingCalls.size,
  };
}

/** The value of a result. Rejects with a ProblemError if it is a problem. */
export async function valueOf<T>(resultPromise: Promise<Result<unknown>>): Promise<T> {
  const result = await resultPromise;
  if (!result.ok) throw new ProblemError(result.problem);
  return result.value as T;
}

/** The part of `Worker` of node:worker_threads that a link needs. */
export interface Thread {
  postMessage(message: ClientMessage, transfer?: readonly ArrayBuffer[]): void;
  on(event: 'message', listener: (message: ServerMessage) => void): unknown;
  on(event: 'error' | 'messageerror', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  terminate(): Promise<number>;
}

/** The calling end of a thread's channel. `A`: its calls; `R`: the value of `ready`. */
export interface Link<A extends CallTypes<A>, R = true> {
  /** resolves when the thread has opened its resources; rejects with a `ProblemError` if it cannot */
  ready: Promise<R>;
  /** calls by an untrusted name. Never rejects: faults are returned as problems */
  call(name: string, input: unknown, options?: CallOptions): Promise<Result<unknown>>;
  /** typed call; returns the value. Rejects with a ProblemError if the answer is a problem */
  ask<N extends keyof A & string>(
    name: N,
    input: A[N]['in'],
    options?: CallOptions<A[N]['progress']>,
  ): Promise<A[N]['out']>;
  /** resolves when the thread has ended, for whatever reason */
  ended: Promise<void>;
  /** asks the thread to end and waits for it */
  close(): Promise<void>;
}

/** Supervises a thread while it works, and ends it when it exceeds its limits. */
export interface ThreadSupervision {
  /** a call was sent */
  workStarted(): void;
  /** a reply or progress arrived; `hasPending`: other calls are still pending */
  workAnswered(hasPending: boolean): void;
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
   * time after `close` at which the thread is terminated (ms), if its work may be cut off; omitted: a default time,
   * after which the failed close is also reported as an error
   */
  closeTimeoutMs?: number;
  /** starts the supervision, which calls `endCalls` when the thread has exceeded its limits */
  supervise?: (endCalls: (reason: ProblemError) => void) => ThreadSupervision;
}

/** Longer than any write to disk takes. */
const defaultCloseTimeoutMs = 15_000;

const defaultEndedProblem: Problem = {
  kind: 'desk-gone',
  message: 'The part of the desk that answers this ended first. Do it again: what was done is not done twice.',
};

/**
 * The calling end of a thread. However the thread ends, every call is answered: pending and later calls get a problem,
 * since whether they were executed is unknown.
 */
export function link<A extends CallTypes<A>, R = true, E = never>(
  thread: Thread,
  { onEvent, onError, endedProblem = defaultEndedProblem, closingProblem, closeTimeoutMs, supervise }: LinkOptions<E>,
): Link<A, R> {
  const calls = openCalls((message, transfer) => thread.postMessage(message, transfer));
  const supervision = supervise?.((reason) => endCalls(reason.problem));
  const readiness = Promise.withResolvers<R>();
  const ended = Promise.withResolvers<void>();
  // avoids an unhandled rejection if the link is only closed
  readiness.promise.catch(() => undefined);

  function endCalls(reason: Problem): void {
    calls.endChannel(reason);
    readiness.reject(new ProblemError(reason));
  }

  thread.on('message', (message) => {
    if ('reply' in message || 'progress' in message) {
      calls.receive(message);
      supervision?.workAnswered(calls.pendingCount() > 0);
    } else if ('event' in message) onEvent?.(message.event as E);
    else if ('ready' in message) readiness.resolve(message.ready as R);
    else if ('fault' in message) relayFault(message.fault);
    else readiness.reject(new ProblemError(message.failed));
  });
  function handleError(error: unknown): void {
    onError?.(error);
    endCalls(endedProblem);
    void thread.terminate();
  }
  // an answer that cannot be read would leave its call pending forever
  thread.on('messageerror', handleError);
  thread.on('error', handleError);
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
    ready: readiness.promise,
    ended: ended.promise,
    call,
    ask: (name, input, options) => valueOf(call(name, input, options as CallOptions)),
    async close() {
      if (calls.isOpen()) thread.postMessage({ close: true });
      if (closingProblem) endCalls(closingProblem);
      const closeTimer = setTimeout(() => {
        if (closeTimeoutMs === undefined)
          onError?.(Object.assign(new Error('a thread did not close in time'), { code: 'CLOSE_TIMEOUT' }));
        void thread.terminate();
      }, closeTimeoutMs ?? defaultCloseTimeoutMs);
      await ended.promise;
      clearTimeout(closeTimer);
    },
  };
}
