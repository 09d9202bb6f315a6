import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { problem, ProblemError, type Problem } from '../../shared/contract/problem.ts';
import type { LogEntry } from '../log/log-record.ts';
import { relayFault, reportFault } from '../rpc/failure.ts';
import type { PageForm, PageMade, PageWanted } from '../labels/make-page.ts';

export type ToLabels = { id: number; wanted: PageWanted; form: PageForm } | { close: true };
export type FromLabels = { id: number; made: PageMade } | { id: number; failed: Problem } | { fault: LogEntry };

/** Draws labels for printers, one after the other. */
export interface LabelThread {
  /** Rejects with a ProblemError where drawing itself fails; the next label is drawn all the same. */
  make(wanted: PageWanted, form: PageForm): Promise<PageMade>;
  close(): Promise<void>;
}

/** Starts a thread that draws labels for printers at its first label, and again where it ended. */
export function startLabelThread(): LabelThread {
  let running: ReturnType<typeof begin> | null = null;
  let closed = false;
  return {
    make(wanted, form) {
      if (closed) return Promise.reject(problem('cancelled', 'The desk is being closed.'));
      if (!running?.isThere()) running = begin();
      return running.make(wanted, form);
    },
    async close() {
      closed = true;
      await running?.close();
    },
  };
}

function begin() {
  const thread = new Worker(new URL(`./label-worker${extname(import.meta.url)}`, import.meta.url));
  const pending = new Map<number, { resolve: (made: PageMade) => void; reject: (error: Error) => void }>();
  const ended = Promise.withResolvers<void>();
  let next = 1;
  let isThere = true;
  function end(): void {
    isThere = false;
    for (const { reject } of pending.values())
      reject(problem('internal', 'Drawing this label ended the thread that draws.'));
    pending.clear();
    ended.resolve();
  }
  // what ended it is told by its exit, to whoever waits
  thread.on('error', (error) => {
    isThere = false;
    reportFault(error);
  });
  thread.on('exit', end);
  thread.on('message', (message: FromLabels) => {
    if ('fault' in message) return relayFault(message.fault);
    const waiting = pending.get(message.id);
    pending.delete(message.id);
    if ('failed' in message) waiting?.reject(new ProblemError(message.failed));
    else waiting?.resolve(message.made);
  });
  return {
    isThere: () => isThere,
    make: (wanted: PageWanted, form: PageForm): Promise<PageMade> =>
      new Promise((resolve, reject) => {
        const id = next++;
        pending.set(id, { resolve, reject });
        thread.postMessage({ id, wanted, form } satisfies ToLabels);
      }),
    async close(): Promise<void> {
      if (isThere) thread.postMessage({ close: true } satisfies ToLabels);
      await ended.promise;
    },
  };
}
