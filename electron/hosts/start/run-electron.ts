import { spawn } from 'node:child_process';

/** A failure within this time means that no window opened: a library or the sandbox is missing. */
const startupMs = 10_000;

/**
 * Runs the app in `root` until it exits; resolves with its exit code, or with null if it never opened. Signals to this
 * program are passed on to Electron.
 */
export function runElectron(binary: string, root: string, words: readonly string[]): Promise<number | null> {
  return new Promise((resolve) => {
    const began = performance.now();
    const app = spawn(binary, [root, ...words], { stdio: ['ignore', 'inherit', 'pipe'] });
    const forwardSignal = (signal: NodeJS.Signals) => app.kill(signal);
    process.on('SIGINT', forwardSignal).on('SIGTERM', forwardSignal);
    let errorOutput = '';
    app.stderr.on('data', (piece: Buffer) => (errorOutput += piece.toString()));
    app.on('error', () => resolve(null));
    app.on('close', (code) => {
      process.off('SIGINT', forwardSignal).off('SIGTERM', forwardSignal);
      const failedSoon = code !== 0 && performance.now() - began < startupMs;
      if (!failedSoon) process.stderr.write(errorOutput);
      resolve(failedSoon ? null : (code ?? 1));
    });
  });
}
