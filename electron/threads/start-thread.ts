import { once } from 'node:events';
import { extname } from 'node:path';
import { MessageChannel, type MessagePort, Worker, type WorkerOptions } from 'node:worker_threads';

/** The threads that a desk has from its start. */
export type DeskProgram = 'desk-worker' | 'reader-worker';

/** Begins such a thread with its data and the ports within it. */
export type StartThread = (program: DeskProgram, options: WorkerOptions) => Worker;

// The same line is right from the sources and in a bundle, where all programs lie side by side.
export const startThread: StartThread = (program, options) =>
  new Worker(new URL(`./${program}${extname(import.meta.url)}`, import.meta.url), options);

/** What a thread is given that loads its program before it is known what it works on. */
interface ToldLater {
  told: MessagePort;
}

/**
 * Begins the desk's own thread at once: it loads its program and touches nothing until it is told what to work on. Whoever needs that thread first is
 * given this one, and every other is begun when it is needed.
 */
export function startEarly(): StartThread {
  const { port1, port2 } = new MessageChannel();
  let early: Worker | null = startThread('desk-worker', {
    workerData: { told: port2 } satisfies ToldLater,
    transferList: [port2],
  });
  early.once('error', () => (early = null));
  early.once('exit', () => (early = null));
  return (program, options) => {
    const given = program === 'desk-worker' ? early : null;
    if (!given) return startThread(program, options);
    early = null;
    port1.postMessage(options.workerData, options.transferList ?? []);
    return given;
  };
}

/** What this thread was begun with, or is told when that is known. */
export async function toldToThread<T>(data: T | ToldLater): Promise<T> {
  if (!isToldLater(data)) return data;
  const [given] = (await once(data.told, 'message')) as [T];
  data.told.close();
  return given;
}

/** Ends this thread by an error that nobody here can answer for: who began it hears of it. A rejection alone would be a warning in Electron. */
export function endThread(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}

const isToldLater = (data: unknown): data is ToldLater => typeof data === 'object' && data !== null && 'told' in data;
