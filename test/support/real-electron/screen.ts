import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';

/** A virtual screen for windows of tests. */
export interface TestScreen {
  /** value for DISPLAY */
  display: string;
  end(): void;
}

/** Much wider than a desk window, so that tests notice a window that is too wide. */
const screenSize = '1600x1200x24';

/** Starts a virtual screen. Rejects if Xvfb is not installed. */
export async function openScreen(): Promise<TestScreen> {
  // The server survives its last window and does not listen on the network.
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', screenSize, '-nolisten', 'tcp', '-noreset'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const numberPipe = server.stdio[3];
  if (!numberPipe) throw new Error('Xvfb has no line to tell its number by');
  const serverExit = once(server, 'exit').then(() => {
    throw new Error('Xvfb ended before it showed a screen');
  });
  const [displayNumber] = (await Promise.race([once(numberPipe, 'data'), serverExit])) as [Buffer];
  serverExit.catch(() => undefined);
  server.unref();
  (numberPipe as Socket).unref();
  return { display: `:${displayNumber.toString().trim()}`, end: () => void server.kill() };
}
