import { debIn, unpackedIn } from './make-package.ts';
import { listPackage } from '@electron/asar';
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const program = '/opt/Parcel Desk';
/** Files of Electron that the packager renames, with their original names. */
const electronsName: Record<string, string> = { 'parcel-desk': 'electron', 'LICENSE.electron.txt': 'LICENSE' };

/** Whether a path below the app's folder belongs to Electron. */
const isElectrons = (electronDist: string, path: string): boolean =>
  path in electronsName || existsSync(join(electronDist, path));

/** Replaces chunk names that the bundler chooses; the list of libraries shows what the chunks contain. */
const steady = (path: string): string =>
  path
    .replace(/^(\/dist\/electron\/)[^/]+-[\w-]{8}\.(c?js)$/, '$1*.$2')
    .replace(/^(\/dist\/renderer\/assets\/[^/]+)-[\w-]{8}(\.\w+)$/, '$1-*$2');

/** What the package holds beyond Electron, one per line: files with their modes, files of the archive, libraries. */
export function contentOf(output: string, electronDist: string): string {
  const listed = execFileSync('dpkg-deb', ['--contents', debIn(output)], { encoding: 'utf8', maxBuffer: 1e8 });
  const deb = listed
    .trim()
    .split('\n')
    .map((line) => /^(\S+) (\S+) +\d+ \S+ \S+ \.(.*)$/.exec(line)?.slice(1) ?? [line])
    .filter(([mode, , path = '']) => {
      if (mode?.startsWith('d')) return false;
      const within = path.startsWith(`${program}/`) ? path.slice(program.length + 1) : null;
      return within === null || !isElectrons(electronDist, within);
    })
    .map((parts) => parts.join(' '));
  const app = unpackedIn(output);
  const asar = listPackage(join(app, 'resources/app.asar'), { isPack: false }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  const folders = new Set(asar.map((path) => path.slice(0, path.lastIndexOf('/'))));
  const files = asar.filter((path) => !folders.has(path)).map(steady);
  const libraries = ['engine', 'screens'].flatMap((part) =>
    [...readFileSync(join(app, `licenses/${part}.md`), 'utf8').matchAll(/^## (\S+) - /gm)].map(
      ([, name = '']) => `${part}: ${name}`,
    ),
  );
  const part = (title: string, lines: string[]) => `# ${title}\n${[...new Set(lines)].sort().join('\n')}\n`;
  return [
    part('Of the package for Debian, but for what is Electron itself', deb),
    part('Of app.asar', files),
    part('Libraries within these files', libraries),
  ].join('\n');
}

/** Bytes an installed app takes on the disk beyond Electron itself. */
export function bytesBeyondElectron(app: string, electronDist: string): number {
  return readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((path) => !isElectrons(electronDist, path))
    .map((path) => lstatSync(join(app, path)))
    .filter((stat) => stat.isFile())
    .reduce((sum, { size }) => sum + size, 0);
}
