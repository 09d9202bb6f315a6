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
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { z } from 'zod';

const modules = join(import.meta.dirname, '../../node_modules');
const source = join(modules, '@sparticuz/chromium');

/**
 * Unpacks the Chromium that an npm package carries, for Linux on x64, once for each version of the package. Only its files
 * are used: the package's own code starts Chromium for another place than a desk. Undefined where there is none for this
 * machine.
 */
export async function unpackChromium(): Promise<{ path: string; libraries: string } | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(join(source, 'bin/chromium.br')))
    return undefined;
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')));
  const cache = join(modules, '.cache/parcel-desk');
  const target = join(cache, `chromium-${version}`);
  const found = { path: join(target, 'chromium'), libraries: join(target, 'al2023/lib') };
  if (existsSync(target)) return found;

  mkdirSync(cache, { recursive: true });
  const half = mkdtempSync(join(cache, 'half-'));
  try {
    await decompress('chromium.br', join(half, 'chromium'), 0o755);
    for (const [archive, folder] of [
      ['swiftshader.tar.br', '.'],
      ['al2023.tar.br', 'al2023'],
    ] as const) {
      const tar = join(half, 'archive.tar');
      await decompress(archive, tar, 0o644);
      mkdirSync(join(half, folder), { recursive: true });
      execFileSync('tar', ['-xf', tar, '-C', join(half, folder), '--no-same-owner']);
      rmSync(tar);
    }
    // another run may have been quicker
    if (!existsSync(target)) renameSync(half, target);
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  return found;
}

function decompress(name: string, target: string, mode: number): Promise<void> {
  return pipeline(
    createReadStream(join(source, 'bin', name)),
    createBrotliDecompress(),
    createWriteStream(target, { mode }),
  );
}
