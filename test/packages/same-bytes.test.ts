import { buildProject, debIn, makePackage, unpackedIn } from './make-package.ts';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const { shipped, electronDist, electron, home } = inject('packages');
const root = join(import.meta.dirname, '../..');
const elsewhere = join(home, 'somebody/elses folder/of another length');
const output = join(home, 'again');

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Copies the files that git knows or has not ignored, and node_modules, to another folder. */
function copyProject(): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const path of listed.toString().split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(elsewhere, path)), { recursive: true });
    cpSync(join(root, path), join(elsewhere, path));
  }
  // hard links, if the disk supports them
  const modules = (way: string) =>
    execFileSync('cp', [way, join(root, 'node_modules'), join(elsewhere, 'node_modules')], { stdio: 'pipe' });
  try {
    modules('-al');
  } catch {
    rmSync(join(elsewhere, 'node_modules'), { recursive: true, force: true });
    modules('-a');
  }
}

describe('a second build of the same commit, in another folder, time zone and language and under another umask,', () => {
  const names = ['TZ', 'LANG', 'ELECTRON_RUN_AS_NODE'] as const;
  const before = names.map((name) => [name, process.env[name]] as const);
  const mask = process.umask();
  beforeAll(() => {
    const epoch = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).trim();
    process.umask(0o077);
    Object.assign(process.env, {
      TZ: 'Asia/Tokyo',
      LANG: 'zh_CN.UTF-8',
      ELECTRON_RUN_AS_NODE: '1',
      SOURCE_DATE_EPOCH: epoch,
    });
    copyProject();
    buildProject(elsewhere);
    makePackage({ electronDist, version: electron.version, output, target: 'deb', project: elsewhere });
  });
  afterAll(() => {
    process.umask(mask);
    delete process.env['SOURCE_DATE_EPOCH'];
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    rmSync(elsewhere, { recursive: true, force: true });
  });

  it('gives the same app.asar, byte for byte', () => {
    const asar = (folder: string) => join(unpackedIn(folder), 'resources/app.asar');
    expect(hashOf(asar(output))).toBe(hashOf(asar(shipped)));
  });

  it('gives the same Debian package, byte for byte', () => {
    expect(hashOf(debIn(output))).toBe(hashOf(debIn(shipped)));
  });
});
