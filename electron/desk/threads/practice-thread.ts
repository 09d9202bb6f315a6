import { ProblemError, type Problem } from '../../../shared/contract/problem.ts';
import { reportFault } from '../../platform/link/failure.ts';
import { link, type Link } from '../../platform/link/link.ts';
import { superviseWorker } from '../../platform/link/supervised-worker.ts';
import { after } from './after.ts';
import type { PracticeCalls, PracticeWorkerData } from './practice-worker.ts';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

export interface PracticeThread {
  /** base address of the service, on loopback; stays the same across restarts of the thread */
  url: string;
  /** makes it read what is staged now; it does so itself on start */
  applyDrill(): Promise<void>;
  close(): Promise<void>;
}

/** Reports its URL when ready; everything except drills is requested over HTTP. */
type PracticeLink = Link<PracticeCalls, { url: string }>;

const gone: Problem = { kind: 'internal', message: 'The practice service ended before it began.' };

function begin(workerData: PracticeWorkerData): PracticeLink {
  const url = new URL(`./practice-worker${extname(import.meta.url)}`, import.meta.url);
  return link(new Worker(url, { workerData }), { onError: reportFault, endedProblem: gone });
}

/**
 * Starts the practice service in its own thread, and restarts it if it ends unexpectedly. Rejects with a ProblemError
 * if it cannot start.
 */
export async function startPracticeThread(options: PracticeWorkerData): Promise<PracticeThread> {
  let given = options;
  const kept = superviseWorker({ start: () => begin(given), monotonic: () => performance.now(), after });
  const thread = await kept.ready();
  const why = kept.trouble();
  if (!thread || why) {
    await kept.close();
    throw new ProblemError(why ?? gone);
  }
  const { url } = await thread.ready;
  given = { ...options, port: Number(new URL(url).port) };
  return { url, applyDrill: async () => (await kept.ready())?.ask('applyDrill', null), close: kept.close };
}
