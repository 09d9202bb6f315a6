import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Builds the project, or a copy of it, without the environment variables of the test runner. */
export function buildProject(project = root): void {
  const { VITEST: _vitest, NODE_ENV: _mode, ...env } = process.env;
  const words = ['node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel', 'warn'];
  execFileSync(process.execPath, words, { cwd: project, env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** How the twin that tests can drive differs from the shipped package: by one fuse and one constant of the build. */
export const asTwin = ['-c.extraMetadata.mayBeDebugged=true', '-c.electronFuses.enableNodeCliInspectArguments=true'];

interface PackageAsked {
  electronDist: string;
  /** of Electron */
  version: string;
  /** the folder that gets `linux-unpacked`, and the deb */
  output: string;
  target: 'dir' | 'deb';
  /** options of electron-builder in which the package differs from the shipped one */
  unlike?: readonly string[];
  /** the project, or a copy of it */
  project?: string;
}

/** Makes a package by the project's own command, with fast compression. A failure throws with its output. */
export function makePackage({
  electronDist,
  version,
  output,
  target,
  unlike = [],
  project = root,
}: PackageAsked): void {
  const words = [
    ...['--linux', target, '--x64', `-c.electronDist=${electronDist}`, `-c.electronVersion=${version}`],
    ...[`-c.directories.output=${output}`, '-c.deb.compression=gz', ...unlike],
  ];
  try {
    execFileSync(process.execPath, [join(project, 'packaging/package.ts'), ...words], { cwd: project, stdio: 'pipe' });
  } catch (error) {
    throw new Error(String((error as { stdout?: Buffer }).stdout ?? error), { cause: error });
  }
}

/** The unpacked app in an output folder. */
export const unpackedIn = (output: string): string => join(output, 'linux-unpacked');

/** The Debian package in an output folder. */
export function debIn(output: string): string {
  const [file, ...more] = globSync('*.deb', { cwd: output });
  if (file === undefined || more.length > 0) throw new Error(`there is not one package in ${output}`);
  return join(output, file);
}

/** The native module in an output folder. */
export const addonIn = (output: string): string =>
  join(unpackedIn(output), 'resources/app.asar.unpacked/node_modules/better-sqlite3/prebuilds/linux-x64.node');
