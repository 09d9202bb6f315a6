import { spawn } from 'node:child_process';

/** A failure within this time means that no window opened: a library or the sandbox is missing. */
const soonMs = 10_000;

/**
 * Runs the app in `root` until it exits; resolves with its exit code, or with null if it never opened. Signals to this
 * program are passed on to Electron.
 */
export function runElectron(binary: string, root: string, words: readonly string[]): Promise<number | null> {
  return new Promise((resolve) => {
    const began = performance.now();
    const app = spawn(binary, [root, ...words], { stdio: ['ignore', 'inherit', 'pipe'] });
    const pass = (signal: NodeJS.Signals) => app.kill(signal);
    process.on('SIGINT', pass).on('SIGTERM', pass);
    let said = '';
    app.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
    app.on('error', () => resolve(null));
    app.on('close', (code) => {
      process.off('SIGINT', pass).off('SIGTERM', pass);
      const failedSoon = code !== 0 && performance.now() - began < soonMs;
      if (!failedSoon) process.stderr.write(said);
      resolve(failedSoon ? null : (code ?? 1));
    });
  });
}
