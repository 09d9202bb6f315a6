import { cpSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createPackageWithOptions, extractAll } from '@electron/asar';
import { addonIn, asTwin, makePackage, unpackedIn } from '../../packages/make-package.ts';
import { beginWhenJoined } from './joined-main.ts';
import { askedNodeApi, compileNodeApi9, exchangeForNodeApi9 } from './node-api-9.ts';
import { prepareSandbox } from './sandbox.ts';
import type { TestElectron } from './test-electron.ts';

export interface PackedApp {
  program: string;
  /** a library that it must load first, where its Electron is older than the addon asks for */
  preload: string | null;
}

/** An Electron as its makers ship it, in a folder of its own: what a package is made around. */
export function copyElectron({ program }: TestElectron, folder: string): void {
  cpSync(dirname(program), folder, { recursive: true, mode: 0 });
  // what makes the stand-in start like Electron itself is nothing of Electron's
  rmSync(join(folder, 'resources/app'), { recursive: true, force: true });
}

/**
 * Makes the twin of the package in `home` from what is built: the same archive, libraries and fuses but that it may be debugged, and that
 * it begins when it is joined.
 */
export async function packApp(home: string, electron: TestElectron): Promise<PackedApp> {
  const electronDist = join(home, 'electron');
  const output = join(home, 'package');
  copyElectron(electron, electronDist);
  makePackage({ electronDist, version: electron.version, output, target: 'dir', unlike: asTwin });
  const archive = join(unpackedIn(output), 'resources/app.asar');
  const within = join(home, 'within');
  extractAll(archive, within);
  beginWhenJoined(within);
  await createPackageWithOptions(within, archive, { unpack: '**/*.node' });
  const program = join(unpackedIn(output), 'parcel-desk');
  prepareSandbox(program);
  for (const folder of [within, electronDist]) rmSync(folder, { recursive: true });
  if (electron.nodeApi >= askedNodeApi) return { program, preload: null };
  exchangeForNodeApi9(addonIn(output));
  const preload = join(home, 'node-api-9.so');
  compileNodeApi9(preload);
  return { program, preload };
}
