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
    const finish = (isConnected: boolean) => () => {
      socket.destroy();
      resolve(isConnected);
    };
    socket.on('connect', finish(true)).on('error', finish(false)).on('timeout', finish(false));
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
 * Finds Electron's binary, or downloads it. `why` is the reason if it is not available; a missing display or an
 * unreachable download server is detected within seconds.
 */
export async function findElectron(
  folder: string,
  env: NodeJS.ProcessEnv,
  print: (message: string) => void,
): Promise<ElectronBinary> {
  if (process.platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return { why: 'there is no display' };
  const installed = installedBinary(folder);
  if (installed) return { path: installed };
  const mirrorOrProxy =
    env['ELECTRON_MIRROR'] ?? env['npm_config_electron_mirror'] ?? env['HTTPS_PROXY'] ?? env['https_proxy'];
  if (!mirrorOrProxy && !(await isReachable('github.com'))) return { why: 'its binary cannot be downloaded' };
  print('Fetching Electron, once…');
  await download(folder);
  const downloaded = installedBinary(folder);
  return downloaded ? { path: downloaded } : { why: 'its binary could not be downloaded' };
}

/** A failure within this time means that no window opened, because a library or the sandbox is missing. */
const startupMs = 10_000;

/**
 * Runs the app in `root` until it exits; resolves with its exit code, or with null if it never opened. Signals to this
 * program are passed on to Electron.
 */
export function runElectron(binary: string, root: string, args: readonly string[]): Promise<number | null> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const app = spawn(binary, [root, ...args], { stdio: ['ignore', 'inherit', 'pipe'] });
    const forwardSignal = (signal: NodeJS.Signals) => app.kill(signal);
    process.on('SIGINT', forwardSignal).on('SIGTERM', forwardSignal);
    let errorOutput = '';
    app.stderr.on('data', (piece: Buffer) => (errorOutput += piece.toString()));
    app.on('error', () => resolve(null));
    app.on('close', (code) => {
      process.off('SIGINT', forwardSignal).off('SIGTERM', forwardSignal);
      const failedAtStart = code !== 0 && performance.now() - startedAt < startupMs;
      if (!failedAtStart) process.stderr.write(errorOutput);
      resolve(failedAtStart ? null : (code ?? 1));
    });
  });
}
