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

const nodeModules = join(import.meta.dirname, '../../node_modules');
const source = join(nodeModules, '@sparticuz/chromium');

/**
 * Unpacks the Chromium of an npm package, for Linux on x64, once per version of the package. Only the files of the
 * package are used, because its code starts Chromium for serverless platforms. Undefined if the package has no Chromium
 * for this machine.
 */
export async function unpackChromium(): Promise<{ path: string; libraries: string } | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(join(source, 'bin/chromium.br')))
    return undefined;
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')));
  const target = join(nodeModules, '.cache/parcel-desk', `chromium-${version}`);
  await createFolderOnce(target, fillChromium);
  return { path: join(target, 'chromium'), libraries: join(target, 'al2023/lib') };
}

/**
 * Creates a folder atomically, even if several processes create it at once: each fills a temporary folder, and the
 * first complete one becomes the target of all.
 */
export async function createFolderOnce(target: string, fillChromium: (folder: string) => Promise<void>): Promise<void> {
  if (existsSync(target)) return;
  mkdirSync(dirname(target), { recursive: true });
  const partialFolder = mkdtempSync(join(dirname(target), 'half-'));
  try {
    await fillChromium(partialFolder);
    renameSync(partialFolder, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
  } finally {
    rmSync(partialFolder, { recursive: true, force: true });
  }
}

async function fillChromium(folder: string): Promise<void> {
  await decompress('chromium.br', join(folder, 'chromium'), 0o755);
  for (const [archive, subfolder] of [
    ['swiftshader.tar.br', '.'],
    ['al2023.tar.br', 'al2023'],
  ] as const) {
    const tar = join(folder, 'archive.tar');
    await decompress(archive, tar, 0o644);
    mkdirSync(join(folder, subfolder), { recursive: true });
    execFileSync('tar', ['-xf', tar, '-C', join(folder, subfolder), '--no-same-owner']);
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
