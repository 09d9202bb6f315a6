import { createPackage } from '@electron/asar';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Precedes the fuses in Electron's binary; followed by the version, the number of fuses, and one byte per fuse. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/**
 * The parts of Electron for Linux that the packager reads: an archive to replace, and a binary with fuses to set. With
 * it a package can be built and inspected where Electron cannot be downloaded.
 */
export async function makeElectronStub(folder: string): Promise<void> {
  const fuses = Buffer.concat([Buffer.from(sentinel), Buffer.from([1, 9]), Buffer.from('111111111')]);
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'));
  mkdirSync(join(folder, 'empty'));
  writeFileSync(join(folder, 'locales/en-US.pak'), '');
  writeFileSync(join(folder, 'empty/main.js'), '');
  writeFileSync(join(folder, 'electron'), fuses, { mode: 0o755 });
  await createPackage(join(folder, 'empty'), join(folder, 'resources/default_app.asar'));
}
