import { parentPort, workerData } from 'node:worker_threads';
import { ProblemError, type Problem } from '../../shared/contract/problem.ts';
import { diskProblem } from '../database/disk-problem.ts';
import { startPractice } from '../practice/start-practice.ts';

/** What a host gives the worker; see PracticeOptions. */
export interface PracticeWorkerData {
  folder: string;
  port?: number;
  moment?: number;
}

/** What the worker says, once: where it listens, or why it cannot. Any message to it closes it, and the worker ends. */
export type PracticeWorkerMessage = { url: string } | { problem: Problem };

const port = parentPort;
if (!port) throw new Error('practice-worker runs in a worker thread');

const say = (message: PracticeWorkerMessage) => port.postMessage(message);

const data = workerData as PracticeWorkerData;
try {
  const practice = await startPractice({ ...data, clock: Date.now });
  port.once('message', () => {
    void practice.close().finally(() => port.close());
  });
  say({ url: practice.url });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const known = error instanceof ProblemError ? error.problem : diskProblem(error, data.folder);
  say({ problem: known ?? { kind: 'internal', message } });
  port.close();
}
