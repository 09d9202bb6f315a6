import { addonIn, asTwin, makePackage, unpackedIn } from '../../packages/make-package.ts';
import { startAfterAttach } from './joined-main.ts';
import { requiredNodeApi, compileNodeApi9, replaceForNodeApi9 } from './node-api-9.ts';
import { prepareSandbox } from './sandbox.ts';
import type { TestElectron } from './test-electron.ts';
import { createPackageWithOptions, extractAll } from '@electron/asar';
import { cpSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface PackedApp {
  program: string;
  /** a library to preload if its Electron is older than the addon requires */
  preload: string | null;
}

/** Copies Electron as it is released, as the base of a package. */
export function copyElectron({ program }: TestElectron, folder: string): void {
  cpSync(dirname(program), folder, { recursive: true, mode: 0 });
  // The default app is part of the stand-in, not of an Electron release.
  rmSync(join(folder, 'resources/app'), { recursive: true, force: true });
}

/**
 * Packages the build into `home` like the product, with the same archive, libraries and fuses, except that the package
 * can be debugged and starts only after Playwright has attached.
 */
export async function packApp(home: string, electron: TestElectron): Promise<PackedApp> {
  const electronDist = join(home, 'electron');
  const output = join(home, 'package');
  copyElectron(electron, electronDist);
  makePackage({ electronDist, version: electron.version, output, target: 'dir', unlike: asTwin });
  const archive = join(unpackedIn(output), 'resources/app.asar');
  const unpackedFolder = join(home, 'within');
  extractAll(archive, unpackedFolder);
  startAfterAttach(unpackedFolder);
  await createPackageWithOptions(unpackedFolder, archive, { unpack: '**/*.node' });
  const program = join(unpackedIn(output), 'parcel-desk');
  prepareSandbox(program);
  for (const folder of [unpackedFolder, electronDist]) rmSync(folder, { recursive: true });
  if (electron.nodeApi >= requiredNodeApi) return { program, preload: null };
  replaceForNodeApi9(addonIn(output));
  const preload = join(home, 'node-api-9.so');
  compileNodeApi9(preload);
  return { program, preload };
}
