import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

export type Found = { path: string } | { why: string };

const reachMs = 5000;
const downloadMs = 300_000;

/** The binary that the package in `folder` (node_modules/electron) keeps, or undefined where it was never fetched. */
function keptBinary(folder: string): string | undefined {
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const path = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(path) ? path : undefined;
}

function reaches(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port: 443, timeout: reachMs });
    const say = (answer: boolean) => () => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('connect', say(true)).on('error', say(false)).on('timeout', say(false));
  });
}

async function download(folder: string): Promise<boolean> {
  const installer = spawn(process.execPath, [join(folder, 'install.js')], { stdio: 'ignore', timeout: downloadMs });
  const [code] = (await once(installer, 'exit')) as [number | null];
  return code === 0;
}

/**
 * Electron's binary: the one that is there, else one fetched now. `why` says in a few words what stands in the way; a
 * machine without a screen, or out of reach of the download, is told apart within seconds.
 */
export async function findElectron(
  folder: string,
  env: NodeJS.ProcessEnv,
  say: (words: string) => void,
): Promise<Found> {
  if (process.platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return { why: 'there is no display' };
  const kept = keptBinary(folder);
  if (kept) return { path: kept };
  const elsewhere =
    env['ELECTRON_MIRROR'] ?? env['npm_config_electron_mirror'] ?? env['HTTPS_PROXY'] ?? env['https_proxy'];
  if (!elsewhere && !(await reaches('github.com'))) return { why: 'its binary cannot be downloaded' };
  say('Fetching Electron, once…');
  await download(folder);
  const fetched = keptBinary(folder);
  return fetched ? { path: fetched } : { why: 'its binary could not be downloaded' };
}
