import type { NumberedEvent } from '../../shared/contract/desk-events.ts';
import { ProblemError, type Problem, type Result } from '../../shared/contract/problem.ts';
import { relayFault } from './failure.ts';
import type { FromWorker, ToWorker } from './message.ts';

/** What a link needs of a worker thread; `Worker` of node:worker_threads has it. */
export interface Thread {
  postMessage(message: ToWorker): void;
  on(event: 'message', listener: (message: FromWorker) => void): unknown;
  on(event: 'error' | 'messageerror', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  terminate(): Promise<number>;
}

export interface Link {
  /** settles when the worker has opened what it serves; rejects with a `ProblemError` when it cannot */
  ready: Promise<void>;
  call(name: string, input: unknown): Promise<Result<unknown>>;
  onEvent(listener: (event: NumberedEvent) => void): void;
  /** settles when the worker has ended, asked to or not */
  ended: Promise<void>;
  /** asks the worker to end and waits until it has */
  close(): Promise<void>;
}

/** A worker that has not ended this long after it was asked to is ended (ms); what it saved is on disk. */
const latestEndMs = 15_000;

const stopped: Problem = {
  kind: 'desk-gone',
  message: 'The part of the desk that answers this ended first. Do it again: what was done is not done twice.',
};
const gone: Result<never> = { ok: false, problem: stopped };

/**
 * The host's end of a worker. However the worker ends, every call made to it is answered: what was under way, and what is
 * asked later, with a `desk-gone` problem: whether it was done is not known.
 */
export function link(thread: Thread, report: (error: unknown) => void): Link {
  const pending = new Map<number, (result: Result<unknown>) => void>();
  const listeners: ((event: NumberedEvent) => void)[] = [];
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  // nobody has to look at `ready` of a worker that is only closed again
  started.promise.catch(() => undefined);
  let open = true;
  let next = 1;

  function giveUp(): void {
    open = false;
    started.reject(new ProblemError(stopped));
    for (const answer of pending.values()) answer(gone);
    pending.clear();
  }

  thread.on('message', (message) => {
    if ('reply' in message) {
      pending.get(message.reply.id)?.(message.reply.result);
      pending.delete(message.reply.id);
    } else if ('event' in message) for (const listener of listeners) listener(message.event);
    else if ('ready' in message) started.resolve();
    else if ('fault' in message) relayFault(message.fault);
    else started.reject(new ProblemError(message.failed));
  });
  function fail(error: unknown): void {
    report(error);
    giveUp();
    void thread.terminate();
  }
  // an answer that cannot be read is an answer that never comes
  thread.on('messageerror', fail);
  thread.on('error', fail);
  thread.on('exit', () => {
    giveUp();
    ended.resolve();
  });

  return {
    ready: started.promise,
    ended: ended.promise,
    onEvent: (listener) => void listeners.push(listener),
    call(name, input) {
      if (!open) return Promise.resolve(gone);
      return new Promise((resolve) => {
        const id = next++;
        pending.set(id, resolve);
        thread.postMessage({ call: { id, name, input } });
      });
    },
    async close() {
      if (open) thread.postMessage({ close: true });
      const late = setTimeout(() => void thread.terminate(), latestEndMs);
      await ended.promise;
      clearTimeout(late);
    },
  };
}
