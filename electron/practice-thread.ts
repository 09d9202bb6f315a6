import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { problem, ProblemError } from '../shared/problem.ts';
import type { PracticeWorkerData, PracticeWorkerMessage } from './practice-worker.ts';

export interface PracticeThread {
  /** base address of the service, on loopback */
  url: string;
  close(): Promise<void>;
}

/** Starts the practice service in a thread of its own. Rejects with a ProblemError where it cannot start. */
export async function startPracticeThread(options: PracticeWorkerData): Promise<PracticeThread> {
  const url = new URL(`./practice-worker${extname(import.meta.url)}`, import.meta.url);
  const thread = new Worker(url, { workerData: options });
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
  const message = await new Promise<PracticeWorkerMessage>((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(problem('internal', 'The practice service ended before it began.')));
  });
  if ('problem' in message) throw new ProblemError(message.problem);
  return {
    url: message.url,
    close() {
      thread.postMessage('close');
      return ended;
    },
  };
}
