import { execFileSync } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { z } from 'zod';

const modules = join(import.meta.dirname, '../../node_modules');
const source = join(modules, '@sparticuz/chromium');

/**
 * Unpacks the Chromium of an npm package, for Linux on x64, once per version of the package. Only its files are used,
 * because the package's own code starts Chromium for serverless platforms. Undefined if there is none for this machine.
 */
export async function unpackChromium(): Promise<{ path: string; libraries: string } | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(join(source, 'bin/chromium.br')))
    return undefined;
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')));
  const target = join(modules, '.cache/parcel-desk', `chromium-${version}`);
  await makeOnce(target, fill);
  return { path: join(target, 'chromium'), libraries: join(target, 'al2023/lib') };
}

/**
 * Creates a folder atomically, even if several processes do so at once: each fills a temporary folder, and the first
 * one that is complete becomes the target for all.
 */
export async function makeOnce(target: string, fill: (folder: string) => Promise<void>): Promise<void> {
  if (existsSync(target)) return;
  mkdirSync(dirname(target), { recursive: true });
  const half = mkdtempSync(join(dirname(target), 'half-'));
  try {
    await fill(half);
    renameSync(half, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}

async function fill(folder: string): Promise<void> {
  await decompress('chromium.br', join(folder, 'chromium'), 0o755);
  for (const [archive, inner] of [
    ['swiftshader.tar.br', '.'],
    ['al2023.tar.br', 'al2023'],
  ] as const) {
    const tar = join(folder, 'archive.tar');
    await decompress(archive, tar, 0o644);
    mkdirSync(join(folder, inner), { recursive: true });
    execFileSync('tar', ['-xf', tar, '-C', join(folder, inner), '--no-same-owner']);
    rmSync(tar);
  }
}

function decompress(name: string, target: string, mode: number): Promise<void> {
  return pipeline(
    createReadStream(join(source, 'bin', name)),
    createBrotliDecompress(),
    createWriteStream(target, { mode }),
  );
}
