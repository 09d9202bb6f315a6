import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';

/** A virtual screen for windows of tests. */
export interface TestScreen {
  /** value for DISPLAY */
  display: string;
  end(): void;
}

/** Much wider than a desk window, so that a window that is too wide shows. */
const size = '1600x1200x24';

/** Rejects if Xvfb is not installed. */
export async function openScreen(): Promise<TestScreen> {
  // The server survives its last window and does not listen on the network.
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp', '-noreset'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const said = server.stdio[3];
  if (!said) throw new Error('Xvfb has no line to tell its number by');
  const gone = once(server, 'exit').then(() => {
    throw new Error('Xvfb ended before it showed a screen');
  });
  const [number] = (await Promise.race([once(said, 'data'), gone])) as [Buffer];
  gone.catch(() => undefined);
  server.unref();
  (said as Socket).unref();
  return { display: `:${number.toString().trim()}`, end: () => void server.kill() };
}
