import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { problem, ProblemError } from '../../shared/contract/problem.ts';
import type { LogEntry } from '../log/log-record.ts';
import { relayFault } from '../rpc/failure.ts';
import { boundThread, tooMuchMemory, type ThreadBounds } from './bound-thread.ts';
import type { FromSheet, SheetAsk, SheetAsks, SheetThread, ToSheet } from '../import/sheet-asks.ts';

/** An answer, or what of a fault goes into the log. */
export type FromSheetThread = FromSheet | { fault: LogEntry };

/** What one spreadsheet may take. One that needs more brings its thread down, and nothing else. */
const usualBounds: ThreadBounds = { memoryMb: 1024, answerMs: 120_000 };

/** A thread that has not ended this long after it was asked to is ended (ms): it is in the middle of a file. */
const latestEndMs = 2000;

const stopped = () => problem('cancelled', 'Reading the file was stopped.');

/** Starts a thread for one spreadsheet. */
export function startSheetThread(bounds: ThreadBounds = usualBounds): SheetThread {
  const url = new URL(`./sheet-worker${extname(import.meta.url)}`, import.meta.url);
  const thread = new Worker(url, { resourceLimits: { maxOldGenerationSizeMb: bounds.memoryMb } });
  const ended = Promise.withResolvers<void>();
  const pending = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  const watch = boundThread(thread, bounds, end);
  let next = 1;
  let why: ProblemError | null = null;

  function end(reason: ProblemError): void {
    why ??= reason;
    for (const { reject } of pending.values()) reject(why);
    pending.clear();
  }
  thread.on('error', () => end(tooMuchMemory()));
  thread.on('exit', () => {
    end(tooMuchMemory());
    ended.resolve();
  });
  thread.on('message', (message: FromSheetThread) => {
    if ('fault' in message) return relayFault(message.fault);
    const waiting = pending.get(message.id);
    pending.delete(message.id);
    watch.answered(pending.size > 0);
    if ('failed' in message) waiting?.reject(new ProblemError(message.failed));
    else waiting?.resolve(message.answer as never);
  });

  return {
    ask<A extends SheetAsk>(ask: A, input: SheetAsks[A]['in']): Promise<SheetAsks[A]['out']> {
      if (why) return Promise.reject(why);
      return new Promise<SheetAsks[A]['out']>((resolve, reject) => {
        const id = next++;
        pending.set(id, { resolve, reject });
        watch.began();
        thread.postMessage({ id, ask, input } satisfies ToSheet);
      });
    },
    async close() {
      // asked first, so that it is torn off only in the middle of a file that takes long
      if (!why) thread.postMessage({ close: true } satisfies ToSheet);
      end(stopped());
      const late = setTimeout(() => void thread.terminate(), latestEndMs);
      await ended.promise;
      clearTimeout(late);
    },
  };
}
