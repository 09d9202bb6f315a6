import { on } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { boundThread, type ThreadBounds } from './bound-thread.ts';
import type { ReadAnswer, ReadOrder } from '../import/thread.ts';
import type { ListAnswer } from '../rpc/read-list-file.ts';

/** What reading one file may take. A file that needs more brings its thread down, and nothing else. */
const bounds: ThreadBounds = { memoryMb: 1024, answerMs: 120_000 };

/**
 * Reads a spreadsheet in a thread of its own; ends early where the file needs more memory than it may take. Throws ProblemError
 * `bad-file` where it is torn off.
 */
export const readInThread = (order: ReadOrder): AsyncGenerator<ReadAnswer> =>
  answersOf<ReadAnswer>('import-worker', order);

/** Reads the text of a list in a thread of its own. Ends and throws as `readInThread`. */
export const readListInThread = (csv: string): AsyncGenerator<ListAnswer> => answersOf<ListAnswer>('list-worker', csv);

async function* answersOf<A>(worker: string, workerData: unknown): AsyncGenerator<A> {
  const url = new URL(`./${worker}${extname(import.meta.url)}`, import.meta.url);
  const thread = new Worker(url, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: bounds.memoryMb },
  });
  const dead = new AbortController();
  thread.once('error', (error) => dead.abort(error));
  const watch = boundThread(thread, bounds, (why) => dead.abort(why));
  watch.began();
  try {
    for await (const [answer] of on(thread, 'message', { close: ['exit'], signal: dead.signal })) {
      watch.answered(true);
      yield answer as A;
    }
  } catch (error) {
    const reason: unknown = dead.signal.reason ?? error;
    if (!(reason instanceof Error && 'code' in reason && reason.code === 'ERR_WORKER_OUT_OF_MEMORY')) throw reason;
  } finally {
    await thread.terminate();
  }
}
