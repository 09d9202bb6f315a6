import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ProblemError, type Problem } from '../../shared/contract/problem.ts';
import { after } from './after.ts';
import { reportFault } from '../rpc/transport/failure.ts';
import { keepLink } from '../rpc/transport/kept-link.ts';
import { link, type Link } from '../rpc/transport/link.ts';
import type { PracticeAsks, PracticeWorkerData } from './practice-worker.ts';

export interface PracticeThread {
  /** base address of the service, on loopback; it stays, however often the thread is begun again */
  url: string;
  /** lets it look what is staged now; one that begins looks by itself */
  look(): Promise<void>;
  close(): Promise<void>;
}

/** Where it listens is said when it is ready; all but drills is asked over HTTP. */
type PracticeLink = Link<PracticeAsks, { url: string }>;

const gone: Problem = { kind: 'internal', message: 'The practice service ended before it began.' };

function begin(workerData: PracticeWorkerData): PracticeLink {
  const url = new URL(`./practice-worker${extname(import.meta.url)}`, import.meta.url);
  return link(new Worker(url, { workerData }), { report: reportFault, gone });
}

/**
 * Starts the practice service in a thread of its own, and begins it again where it ends without being asked to. Rejects with a
 * ProblemError where it cannot start.
 */
export async function startPracticeThread(options: PracticeWorkerData): Promise<PracticeThread> {
  let given = options;
  const kept = keepLink({ start: () => begin(given), monotonic: () => performance.now(), after });
  const thread = await kept.there();
  const why = kept.trouble();
  if (!thread || why) {
    await kept.close();
    throw new ProblemError(why ?? gone);
  }
  const { url } = await thread.ready;
  given = { ...options, port: Number(new URL(url).port) };
  return { url, look: async () => (await kept.there())?.ask('look', null), close: kept.close };
}
