import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { problem, ProblemError } from '../shared/problem.ts';
import type { FromSheet, SheetAsk, SheetAsks, SheetThread, ToSheet } from './import/sheet-asks.ts';

/** What one spreadsheet may take of memory (MB). One that needs more brings its thread down, and nothing else. */
const mostMemoryMb = 768;

/** A thread that has not ended this long after it was asked to is ended (ms): it is in the middle of a file. */
const latestEndMs = 2000;

const tooMuch = () =>
  problem('bad-file', 'The file needs more memory to read than is allowed. Split it into smaller files.', {
    reason: 'too-big',
  });

/** Starts a thread for one spreadsheet. */
export function startSheetThread(): SheetThread {
  const url = new URL(`./sheet-worker${extname(import.meta.url)}`, import.meta.url);
  const thread = new Worker(url, { resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb } });
  const ended = Promise.withResolvers<void>();
  const pending = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  let next = 1;
  let alive = true;

  function end(): void {
    alive = false;
    for (const { reject } of pending.values()) reject(tooMuch());
    pending.clear();
  }
  thread.on('error', end);
  thread.on('exit', () => {
    end();
    ended.resolve();
  });
  thread.on('message', (message: FromSheet) => {
    const waiting = pending.get(message.id);
    pending.delete(message.id);
    if ('failed' in message) waiting?.reject(new ProblemError(message.failed));
    else waiting?.resolve(message.answer as never);
  });

  return {
    ask<A extends SheetAsk>(ask: A, input: SheetAsks[A]['in']): Promise<SheetAsks[A]['out']> {
      if (!alive) return Promise.reject(tooMuch());
      return new Promise<SheetAsks[A]['out']>((resolve, reject) => {
        const id = next++;
        pending.set(id, { resolve, reject });
        thread.postMessage({ id, ask, input } satisfies ToSheet);
      });
    },
    async close() {
      // asked first, so that it is torn off only in the middle of a file that takes long
      if (alive) thread.postMessage({ close: true } satisfies ToSheet);
      const late = setTimeout(() => void thread.terminate(), latestEndMs);
      await ended.promise;
      clearTimeout(late);
    },
  };
}
