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
  /** makes the service read the drill in progress; it does so itself when it starts */
  applyDrill(): Promise<void>;
  close(): Promise<void>;
}

/** Reports its URL when ready; everything except drills is requested over HTTP. */
type PracticeLink = Link<PracticeCalls, { url: string }>;

const endedProblem: Problem = { kind: 'internal', message: 'The practice service ended before it began.' };

function startWorker(workerData: PracticeWorkerData): PracticeLink {
  const url = new URL(`./practice-worker${extname(import.meta.url)}`, import.meta.url);
  return link(new Worker(url, { workerData }), { onError: reportFault, endedProblem: endedProblem });
}

/**
 * Starts the practice service in its own thread, and restarts it if it ends unexpectedly. Rejects with a ProblemError
 * if it cannot start.
 */
export async function startPracticeThread(options: PracticeWorkerData): Promise<PracticeThread> {
  let currentOptions = options;
  const worker = superviseWorker({
    start: () => startWorker(currentOptions),
    monotonic: () => performance.now(),
    after,
  });
  const thread = await worker.ready();
  const startProblem = worker.trouble();
  if (!thread || startProblem) {
    await worker.close();
    throw new ProblemError(startProblem ?? endedProblem);
  }
  const { url } = await thread.ready;
  currentOptions = { ...options, port: Number(new URL(url).port) };
  return { url, applyDrill: async () => (await worker.ready())?.ask('applyDrill', null), close: worker.close };
}
