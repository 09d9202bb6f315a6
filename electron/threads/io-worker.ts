import { serveIo } from '../isolated-io/serve-io.ts';
import type { FromIoProcess, ToIoProcess } from '../isolated-io/io-message.ts';

/** The end that Electron gives a process of its own. */
interface UtilityPort {
  on(event: 'message', listener: (event: { data: ToIoProcess }) => void): unknown;
  postMessage(message: FromIoProcess): void;
}

// A process of its own, begun by Node's fork or as Electron's utility: see isolated-io/io-message.ts.
const utility = (process as { parentPort?: UtilityPort }).parentPort;
const answer = serveIo((message) => (utility ? utility.postMessage(message) : void process.send?.(message)));
if (utility) {
  utility.on('message', ({ data }) => answer(data));
} else {
  // a signal to the whole group is for the host, which ends this one when it closes
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit());
  process.on('message', (message: ToIoProcess) => answer(message));
}
