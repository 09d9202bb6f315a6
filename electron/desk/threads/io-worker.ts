import type { FromIoProcess, ToIoProcess } from '../../copies/io-process/io-message.ts';
import { serveIo } from '../../copies/io-process/serve-io.ts';
import { setPriority } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** The port that Electron gives a utility process. */
interface UtilityPort {
  on(event: 'message', listener: (event: { data: ToIoProcess }) => void): unknown;
  postMessage(message: FromIoProcess): void;
}

// Runs as a separate process, started by Node's fork or as Electron's utility process: see
// copies/io-process/io-message.ts.
const utility = (process as { parentPort?: UtilityPort }).parentPort;
const serve = serveIo((message) => (utility ? utility.postMessage(message) : void process.send?.(message)));

const host = process.ppid;
let watch: Worker | undefined;

/** Ends this process with its host, even in the middle of a call. */
function endWithHost(): void {
  watch = new Worker(new URL(`./host-end-worker${extname(import.meta.url)}`, import.meta.url), { workerData: host });
  // Without it the process still ends when its call returns.
  watch.on('error', () => undefined);
  watch.unref();
}

function answer(message: ToIoProcess): void {
  if (!watch) endWithHost();
  if (message.ask === 'check') giveWay();
  serve(message);
}

/** Reading a whole folder keeps a core busy: work at the counter has priority. */
function giveWay(): void {
  try {
    setPriority(10);
  } catch {
    // as fast as all others then
  }
}

if (utility) {
  utility.on('message', ({ data }) => answer(data));
} else {
  // A signal to the whole group is meant for the host, which ends this process when it closes.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit());
  process.on('message', (message: ToIoProcess) => answer(message));
}
