import { setPriority } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { serveIo } from '../isolated-io/serve-io.ts';
import type { FromIoProcess, ToIoProcess } from '../isolated-io/io-message.ts';

/** The end that Electron gives a process of its own. */
interface UtilityPort {
  on(event: 'message', listener: (event: { data: ToIoProcess }) => void): unknown;
  postMessage(message: FromIoProcess): void;
}

// A process of its own, begun by Node's fork or as Electron's utility: see isolated-io/io-message.ts.
const utility = (process as { parentPort?: UtilityPort }).parentPort;
const serve = serveIo((message) => (utility ? utility.postMessage(message) : void process.send?.(message)));

const host = process.ppid;
let watch: Worker | undefined;

/** Ends this process with its host, in whatever call it is then. */
function endWithHost(): void {
  watch = new Worker(new URL(`./host-end-worker${extname(import.meta.url)}`, import.meta.url), { workerData: host });
  // without it the process ends as it did: when its call comes back
  watch.on('error', () => undefined);
  watch.unref();
}

function answer(message: ToIoProcess): void {
  if (!watch) endWithHost();
  if (message.ask === 'check') giveWay();
  serve(message);
}

/** Reading a whole folder takes a core for its time: a counter's work goes first. */
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
  // a signal to the whole group is for the host, which ends this one when it closes
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit());
  process.on('message', (message: ToIoProcess) => answer(message));
}
