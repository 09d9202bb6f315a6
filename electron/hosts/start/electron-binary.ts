import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

export type ElectronBinary = { path: string } | { why: string };

const connectTimeoutMs = 5000;
const downloadTimeoutMs = 300_000;

/** The binary in the package `folder` (node_modules/electron), or undefined if it was never downloaded. */
function installedBinary(folder: string): string | undefined {
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const path = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(path) ? path : undefined;
}

function isReachable(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port: 443, timeout: connectTimeoutMs });
    const say = (answer: boolean) => () => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('connect', say(true)).on('error', say(false)).on('timeout', say(false));
  });
}

async function download(folder: string): Promise<boolean> {
  const installer = spawn(process.execPath, [join(folder, 'install.js')], {
    stdio: 'ignore',
    timeout: downloadTimeoutMs,
  });
  const [code] = (await once(installer, 'exit')) as [number | null];
  return code === 0;
}

/**
 * Finds Electron's binary, or downloads it. `why` says briefly why not; a missing display or an unreachable download is
 * detected within seconds.
 */
export async function findElectron(
  folder: string,
  env: NodeJS.ProcessEnv,
  say: (words: string) => void,
): Promise<ElectronBinary> {
  if (process.platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return { why: 'there is no display' };
  const kept = installedBinary(folder);
  if (kept) return { path: kept };
  const elsewhere =
    env['ELECTRON_MIRROR'] ?? env['npm_config_electron_mirror'] ?? env['HTTPS_PROXY'] ?? env['https_proxy'];
  if (!elsewhere && !(await isReachable('github.com'))) return { why: 'its binary cannot be downloaded' };
  say('Fetching Electron, once…');
  await download(folder);
  const fetched = installedBinary(folder);
  return fetched ? { path: fetched } : { why: 'its binary could not be downloaded' };
}

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
