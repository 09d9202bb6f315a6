import { spawn } from 'node:child_process';

/** Electron that ends with a fault so soon has shown no window: a library is missing, or a sandbox is not to be had. */
const soonMs = 10_000;

/**
 * Runs the app in `root` until its window is closed; resolves with its exit code, or with null where it never opened. What
 * ends this program ends Electron too.
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
