import { temporaryFolder } from '../../support/run-desk.ts';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const start = 'electron/hosts/start';

interface OwnNode {
  isNewEnough: (version: string) => boolean;
  pinnedNode: (platform: string, arch: string, folder: string) => string;
  findNode: (pinned: string, version: string) => string | undefined;
}
const { isNewEnough, pinnedNode, findNode } = (await import(
  pathToFileURL(join(root, start, 'own-node.mjs')).href
)) as OwnNode;

interface LockedPackage {
  version: string;
  resolved: string;
  integrity?: string;
  hasInstallScript?: true;
  optional?: true;
  os?: string;
  cpu?: string;
}
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const manifest = readJson('package.json') as Record<string, unknown> & {
  scripts: Record<string, string>;
  optionalDependencies: Record<string, string>;
};
const { packages } = readJson('package-lock.json') as { packages: Record<string, LockedPackage> };

/** The systems that SQLite's addon is built for, except musl, for which the registry has no Node. */
const systems = globSync('node_modules/better-sqlite3/prebuilds/*.node', { cwd: root })
  .map((path) => basename(path, '.node').split('-') as [string, string])
  .filter(([platform]) => platform !== 'linuxmusl');

describe('the Node that runs the program', () => {
  it.each(systems)('is in package-lock.json for %s %s, with its hash and without an install script', (os, cpu) => {
    const name = basename(dirname(dirname(pinnedNode(os, cpu, root))));
    const locked = packages[`node_modules/${name}`];
    expect(locked).toMatchObject({ os, cpu, optional: true, version: manifest.optionalDependencies[name] });
    expect(locked?.integrity).toMatch(/^sha512-/);
    expect(locked?.resolved).toMatch(/^https:\/\/registry\.npmjs\.org\//);
    expect(locked).not.toHaveProperty('hasInstallScript');
    expect(isNewEnough(locked?.version ?? '')).toBe(true);
  });

  it('exists for six systems', () => {
    expect(systems).toHaveLength(6);
    expect(Object.keys(manifest.optionalDependencies)).toHaveLength(6);
  });

  it('is the one that runs npm if the pinned one is not installed or does not start', () => {
    const broken = join(temporaryFolder(), 'node');
    expect(findNode(broken, '24.2.0')).toBe(process.execPath);
    writeFileSync(broken, 'of another system');
    chmodSync(broken, 0o755);
    expect(findNode(broken, '24.2.0')).toBe(process.execPath);
    expect([findNode(broken, '20.20.2'), findNode(broken, '24.1.0')]).toEqual([undefined, undefined]);
  });
});

describe('package.json', () => {
  it('excludes no version of npm or Node', () => {
    for (const field of ['engines', 'devEngines', 'packageManager', 'allowScripts'])
      expect(manifest).not.toHaveProperty(field);
    expect(readFileSync(join(root, '.npmrc'), 'utf8')).not.toMatch(/engine-strict|strict-allow/);
  });

  it('lets no package run install scripts, and has no scripts that npm would skip because of that', () => {
    expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
    const names = Object.keys(manifest.scripts);
    const implied = /^(?:pre|post)(.+)$/;
    expect(names.filter((name) => manifest.scripts[implied.exec(name)?.[1] ?? ''] !== undefined)).toEqual([]);
    expect(names.filter((name) => /^(?:pre|post)?(?:install|prepare)$/.test(name))).toEqual([]);
  });

  it('runs each script on the pinned Node', () => {
    const commands = Object.values(manifest.scripts).flatMap((script) => script.split(' && '));
    const begins = `node ${start}/run.mjs `;
    expect(commands.filter((command) => !command.startsWith(begins) && command !== 'npm run --silent build')).toEqual(
      [],
    );
    expect(commands.length).toBeGreaterThan(20);
  });
});

describe.skipIf(process.platform === 'win32')('a script of package.json', () => {
  /** A project whose pinned Node is this one, with a mark that it runs. */
  function project(program: string, installed: boolean) {
    const folder = temporaryFolder();
    cpSync(join(root, start), join(folder, start), { recursive: true });
    cpSync(join(root, 'package.json'), join(folder, 'package.json'));
    writeFileSync(join(folder, start, 'program.mjs'), program);
    const pinned = pinnedNode(process.platform, process.arch, folder);
    if (installed) {
      mkdirSync(dirname(pinned), { recursive: true });
      writeFileSync(pinned, `#!/bin/sh\nPINNED=yes exec '${process.execPath}' "$@"\n`);
      chmodSync(pinned, 0o755);
    }
    const call = [join(folder, start, 'run.mjs'), `${start}/program.mjs`];
    return { pinned, call };
  }
  const tells = `console.log(JSON.stringify([process.env.PINNED, process.env.PATH, process.argv.slice(2)]));
    process.exitCode = 7;`;

  it('runs on the pinned Node with its arguments, as do the programs it starts, and ends with its exit code', () => {
    const { pinned, call } = project(tells, true);
    const { status, stdout, stderr } = spawnSync(process.execPath, [...call, 'one', '--two=a b'], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(7);
    const [isPinned, path, words] = JSON.parse(stdout) as [string, string, string[]];
    expect(isPinned).toBe('yes');
    expect(path.split(':')[0]).toBe(dirname(pinned));
    expect(words).toEqual(['one', '--two=a b']);
  });

  it('runs on another Node with a warning that names the command to install the pinned one', () => {
    const { call } = project(tells, false);
    const { status, stdout, stderr } = spawnSync(process.execPath, call, { encoding: 'utf8' });
    expect(status).toBe(7);
    expect(stdout).toMatch(/^\[null,/);
    expect(stderr).toContain('npm ci --include=optional');
  });

  it('passes on the signal that ends it, and ends after the program it started', async () => {
    const waits = `process.once('SIGTERM', () => { console.log('closed'); process.exit(0); }); setInterval(() => 0, 1000); console.log('ready');`;
    const child = spawn(process.execPath, project(waits, true).call, { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      if (line === 'ready') child.kill('SIGTERM');
    }
    expect(lines).toEqual(['ready', 'closed']);
    expect(await ended).toEqual([0, null]);
  });
});
