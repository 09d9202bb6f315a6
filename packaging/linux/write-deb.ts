#!/usr/bin/env node
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

// Writes the Debian package with Debian's own `dpkg-deb`. electron-builder calls it (as CUSTOM_FPM_PATH, see
// `packaging/package.ts`) in place of fpm, which would be downloaded, and with the arguments of fpm; an unknown one is
// refused. The same files and the same SOURCE_DATE_EPOCH give the same package, byte for byte.

const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: true,
  options: {
    source: { ...text, short: 's' },
    target: { ...text, short: 't' },
    force: { type: 'boolean' },
    depends: { ...text, short: 'd', multiple: true },
    'deb-recommends': { ...text, multiple: true },
    'deb-compression': text,
    'deb-priority': text,
    architecture: text,
    'after-install': text,
    'after-remove': text,
    description: text,
    version: text,
    package: text,
    name: text,
    maintainer: text,
    vendor: text,
    url: text,
    license: text,
  },
});

function requiredOption(name: Exclude<keyof typeof values, 'force' | 'depends' | 'deb-recommends'>): string {
  const value = values[name];
  if (value === undefined) throw new Error(`electron-builder gave no --${name}`);
  return value;
}

if (requiredOption('source') !== 'dir' || requiredOption('target') !== 'deb')
  throw new Error('only a deb is written here, from folders');
const epoch = Number(process.env['SOURCE_DATE_EPOCH']);
if (!Number.isSafeInteger(epoch)) throw new Error('SOURCE_DATE_EPOCH is not set: use `npm run package`');
const target = requiredOption('package');
const name = requiredOption('name');

mkdirSync(dirname(target), { recursive: true });
const workFolder = mkdtempSync(join(dirname(target), '.deb-'));
try {
  writeDeb(join(workFolder, 'tree'));
} finally {
  rmSync(workFolder, { recursive: true, force: true });
}

function writeDeb(tree: string): void {
  for (const mapping of positionals) copyMapping(tree, mapping);
  writeCopyright(join(tree, 'usr/share/doc', name));
  normalise(tree);
  writeControl(tree);
  setTimes(tree);
  // gzip is for quick builds; the output of xz depends on the number of threads, which must not be that of the machine
  const kind = requiredOption('deb-compression');
  const compression = kind === 'gz' ? ['-Zgzip', '-z1'] : [`-Z${kind}`, '--threads-max=2'];
  const args = ['--root-owner-group', ...compression, '--build', tree, target];
  execFileSync('dpkg-deb', args, { stdio: ['ignore', 'ignore', 'inherit'], env: environment() });
}

/** Copies one `from=to`; a folder that ends in a slash is copied as `to` itself. */
function copyMapping(tree: string, mapping: string): void {
  const at = mapping.lastIndexOf('=');
  const [from, to] = [mapping.slice(0, at), join(tree, mapping.slice(at + 1))];
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}

function writeCopyright(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const within = positionals.find((mapping) => mapping.split('=')[0]?.endsWith('/'))?.split('=')[1] ?? '';
  const lines = [
    `Parcel Desk. Licence: ${requiredOption('license')}`,
    '',
    'It contains the work of others, under these terms:',
    `  ${within}/LICENSE.electron.txt, ${within}/LICENSES.chromium.html: Electron and Chromium`,
    `  ${within}/licenses/: the libraries and the fonts`,
    '',
  ];
  writeFileSync(join(folder, 'copyright'), lines.join('\n'));
}

/**
 * Sets modes, whatever the builder's umask was: everyone may read, and execute programs; other scripts are not made
 * executable.
 */
function normalise(tree: string): void {
  for (const path of [tree, ...pathsBelow(tree)]) {
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) continue;
    chmodSync(path, stat.isDirectory() || (stat.mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
}

function writeControl(tree: string): void {
  const files = pathsBelow(tree).filter((path) => lstatSync(path).isFile());
  const kib = files.reduce((sum, path) => sum + Math.ceil(statSync(path).size / 1024), 0);
  const recommends = values['deb-recommends'] ?? [];
  const [synopsis = '', ...description] = requiredOption('description').split('\n');
  const fields = [
    ['Package', name],
    ['Version', requiredOption('version')],
    ['Section', 'misc'],
    ['Priority', requiredOption('deb-priority')],
    ['Architecture', requiredOption('architecture')],
    ['Maintainer', requiredOption('maintainer')],
    ['Installed-Size', String(kib)],
    ['Depends', (values.depends ?? []).join(', ')],
    ...(recommends.length > 0 ? [['Recommends', recommends.join(', ')]] : []),
    ['Homepage', requiredOption('url')],
    ['Description', [synopsis, ...description.map((line) => ` ${line.trim() === '' ? '.' : line.trim()}`)].join('\n')],
  ];
  const folder = join(tree, 'DEBIAN');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const writeControlFile = (file: string, content: string | Buffer, mode = 0o644) => {
    writeFileSync(join(folder, file), content);
    chmodSync(join(folder, file), mode);
  };
  writeControlFile('control', `${fields.map(([field = '', value = '']) => `${field}: ${value}`).join('\n')}\n`);
  const sums = files.map((path) => {
    const sum = createHash('md5').update(readFileSync(path)).digest('hex');
    return `${sum}  ${path.slice(tree.length + 1)}\n`;
  });
  writeControlFile('md5sums', sums.join(''));
  writeControlFile('postinst', readFileSync(requiredOption('after-install')), 0o755);
  writeControlFile('postrm', readFileSync(requiredOption('after-remove')), 0o755);
}

function setTimes(tree: string): void {
  for (const path of [...pathsBelow(tree), tree]) lutimesSync(path, epoch, epoch);
}

/** All paths below a folder, the contents of a folder before it, in an order that is the same everywhere. */
function pathsBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, basename(entry.name));
      return entry.isDirectory() ? [...pathsBelow(path), path] : [path];
    });
}

function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], SOURCE_DATE_EPOCH: String(epoch), LC_ALL: 'C.UTF-8', TZ: 'UTC' };
}
