import { once } from 'node:events';
import { extname } from 'node:path';
import { MessageChannel, type MessagePort, Worker, type WorkerOptions } from 'node:worker_threads';

/** The main threads of a desk. */
export type DeskProgram = 'desk-worker' | 'reader-worker';

/** Starts such a thread with its data and the ports in it. */
export type StartThread = (program: DeskProgram, options: WorkerOptions) => Worker;

// The same URL works from the sources and in a bundle, where all programs are in one folder.
export const startThread: StartThread = (program, options) =>
  new Worker(new URL(`./${program}${extname(import.meta.url)}`, import.meta.url), options);

/** Data of a thread that loads its program before its actual input is known. */
interface DeferredData {
  dataPort: MessagePort;
}

/**
 * Starts the desk worker early: it loads its program and touches nothing until it receives its input. The first caller
 * that needs a desk worker gets this one; any other thread starts when needed.
 */
export function startEarly(): StartThread {
  const { port1, port2 } = new MessageChannel();
  let earlyThread: Worker | null = startThread('desk-worker', {
    workerData: { dataPort: port2 } satisfies DeferredData,
    transferList: [port2],
  });
  earlyThread.once('error', () => (earlyThread = null));
  earlyThread.once('exit', () => (earlyThread = null));
  return (program, options) => {
    const thread = program === 'desk-worker' ? earlyThread : null;
    if (!thread) return startThread(program, options);
    earlyThread = null;
    port1.postMessage(options.workerData, options.transferList ?? []);
    return thread;
  };
}

/** Returns this thread's data, after waiting for it if it is deferred. */
export async function receiveWorkerData<T>(data: T | DeferredData): Promise<T> {
  if (!isDeferredData(data)) return data;
  const [actualData] = (await once(data.dataPort, 'message')) as [T];
  data.dataPort.close();
  return actualData;
}

/**
 * Ends this thread with an uncaught error, so that its owner is told. In Electron a rejection alone would only be a
 * warning.
 */
export function endThread(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}

const isDeferredData = (data: unknown): data is DeferredData =>
  typeof data === 'object' && data !== null && 'dataPort' in data;
