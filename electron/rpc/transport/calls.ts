import { fail, ProblemError, type Problem, type Result } from '../../../shared/contract/problem.ts';
import type { ServerMessage, ClientMessage } from './message.ts';

/** Options of a call. */
export interface CallOptions<T = unknown> {
  /** called with progress from the other end */
  onProgress?: (what: T) => void;
  /** ends the wait immediately with a problem `cancelled`, and cancels the call at the other end */
  signal?: AbortSignal;
}

interface Pending {
  settle: (result: Result<unknown>) => void;
  onProgress: ((what: unknown) => void) | undefined;
}

const cancelled = fail('cancelled', 'It was stopped before it was answered.');

/** Pending calls over a channel; each is settled exactly once, by its reply or by the end of the channel. */
export function openCalls(post: (message: ClientMessage) => void) {
  const pending = new Map<number, Pending>();
  let endReason: Problem | null = null;
  let next = 1;

  return {
    /** Never rejects: a fault is a problem too. */
    call(name: string, input: unknown, { onProgress, signal }: CallOptions = {}): Promise<Result<unknown>> {
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
          post({ call: { id, name, input } });
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
