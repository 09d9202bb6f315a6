import { copyElectron } from '../support/real-electron/pack-app.ts';
import { describeElectron, findOrFetchElectron, type TestElectron } from '../support/real-electron/test-electron.ts';
import { buildProject, makePackage } from './make-package.ts';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    packages: Packages;
  }
}

export interface Packages {
  /** an official Electron distribution, around which the package is built */
  electronDist: string;
  electron: TestElectron;
  /** the folder of this version's package, as `makePackage` leaves it */
  shipped: string;
  /** for files that tests create; deleted at the end */
  home: string;
}

/** Commands the tests here use, and the Debian package each is in. */
const tools = {
  gio: 'libglib2.0-bin',
  xwininfo: 'x11-utils',
  xdotool: 'xdotool',
  'desktop-file-validate': 'desktop-file-utils',
  'dpkg-deb': 'dpkg',
};

/** Builds the package under test, once for all test files. */
export default async function bringPackages(project: TestProject): Promise<() => void> {
  if (process.getuid?.() !== 0) throw new Error('the tests of packages install them, which only root may');
  bringTools();
  const electron = await findOrFetchElectron((line) => console.log(line));
  console.log(describeElectron(electron));
  // outside the project, and on a disk, since packages are large
  const home = mkdtempSync(join(tmpdir(), 'parcel-desk-packages-'));
  // The program runs as another user.
  chmodSync(home, 0o755);
  const electronDist = join(home, 'electron');
  copyElectron(electron, electronDist);
  const shipped = join(home, 'shipped');
  buildProject();
  makePackage({ electronDist, version: electron.version, output: shipped, target: 'deb' });
  project.provide('packages', { electronDist, electron, shipped, home });
  return () => rmSync(home, { recursive: true, force: true });
}

function bringTools(): void {
  const missing = Object.entries(tools).filter(
    ([command]) => !(process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, command))),
  );
  if (missing.length === 0) return;
  const apt = (...words: string[]) =>
    execFileSync('apt-get', ['-qq', '-o', 'Dpkg::Use-Pty=0', ...words], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...missing.map(([, name]) => name));
}
