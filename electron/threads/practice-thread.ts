import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { problem, ProblemError } from '../../shared/contract/problem.ts';
import type { PracticeWorkerData, PracticeWorkerMessage } from './practice-worker.ts';

export interface PracticeThread {
  /** base address of the service, on loopback; it stays, however often the thread is begun again */
  url: string;
  close(): Promise<void>;
}

/** First and longest wait before a thread that ended is begun again (ms). */
const firstAgainMs = 250;
const maxAgainMs = 30_000;

interface Begun {
  url: string;
  thread: Worker;
  ended: Promise<void>;
}

/**
 * Starts the practice service in a thread of its own, and begins it again where it ends without being asked to. Rejects with a
 * ProblemError where it cannot start.
 */
export async function startPracticeThread(options: PracticeWorkerData): Promise<PracticeThread> {
  let now = await begin(options);
  const { url } = now;
  const port = Number(new URL(url).port);
  let closed = false;
  let awake = (): void => undefined;
  const kept = keep();

  async function keep(): Promise<void> {
    for (let waitMs = firstAgainMs; ; waitMs = Math.min(waitMs * 2, maxAgainMs)) {
      await now.ended;
      if (closed) return;
      await new Promise<void>((resolve) => {
        const timeout = setTimeout(resolve, waitMs);
        awake = () => {
          clearTimeout(timeout);
          resolve();
        };
      });
      if (closed) return;
      try {
        now = await begin({ ...options, port });
        waitMs = firstAgainMs;
        // begun while it was being closed
        if (closed) now.thread.postMessage('close');
      } catch {
        // its disk or its port is not to be had yet
      }
    }
  }

  return {
    url,
    async close() {
      closed = true;
      awake();
      now.thread.postMessage('close');
      await kept;
    },
  };
}

async function begin(options: PracticeWorkerData): Promise<Begun> {
  const url = new URL(`./practice-worker${extname(import.meta.url)}`, import.meta.url);
  const thread = new Worker(url, { workerData: options });
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
  const message = await new Promise<PracticeWorkerMessage>((resolve, reject) => {
    thread.once('message', resolve);
    thread.on('error', reject);
    thread.once('exit', () => reject(problem('internal', 'The practice service ended before it began.')));
  });
  if ('problem' in message) throw new ProblemError(message.problem);
  return { url: message.url, thread, ended };
}
