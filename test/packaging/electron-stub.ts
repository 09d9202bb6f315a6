import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPackage } from '@electron/asar';

/** Precedes the fuses in Electron's binary; after it come the version and the number of fuses, and a byte for each. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/**
 * As much of an Electron for Linux as the packer looks at: an archive to replace, and a binary with fuses to set. With it a
 * package can be made, and looked into, where Electron cannot be downloaded.
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
