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
const serveMessage = serveIo((message) => (utility ? utility.postMessage(message) : void process.send?.(message)));

const hostPid = process.ppid;
let hostWatcher: Worker | undefined;

/** Ends this process with its host, even in the middle of a call. */
function endWithHost(): void {
  hostWatcher = new Worker(new URL(`./host-end-worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: hostPid,
  });
  // Without the watcher, the process still ends when its call returns.
  hostWatcher.on('error', () => undefined);
  hostWatcher.unref();
}

function handleMessage(message: ToIoProcess): void {
  if (!hostWatcher) endWithHost();
  if (message.ask === 'check') lowerPriority();
  serveMessage(message);
}

/** Reading a whole folder keeps a core busy: work at the counter has priority. */
function lowerPriority(): void {
  try {
    setPriority(10);
  } catch {
    // The work then runs at normal priority.
  }
}

if (utility) {
  utility.on('message', ({ data }) => handleMessage(data));
} else {
  // A signal to the whole group is meant for the host, which ends this process when it closes.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit());
  process.on('message', (message: ToIoProcess) => handleMessage(message));
}
