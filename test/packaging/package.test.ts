import { startApp } from '../support/electron-double/start.ts';
import { makeElectronStub } from './electron-stub.ts';
import { extractAll, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const home = mkdtempSync(join(tmpdir(), 'package-'));
const made = join(home, 'made/linux-unpacked');
const asar = join(made, 'resources/app.asar');

beforeAll(async () => {
  const run = (...words: string[]) => execFileSync(process.execPath, words, { cwd: root, stdio: 'pipe' });
  run('electron/hosts/start/build-if-stale.ts');
  await makeElectronStub(join(home, 'electron'));
  run(
    'node_modules/electron-builder/cli.js',
    ...['--linux', 'dir', '--x64', '--publish', 'never'],
    `-c.electronDist=${join(home, 'electron')}`,
    `-c.directories.output=${join(home, 'made')}`,
  );
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('a package for Linux', () => {
  it('contains the built app, one SQLite binary, and nothing else', () => {
    const files = listPackage(asar, { isPack: false }).map((path) => path.replaceAll('\\', '/'));
    for (const path of [
      '/package.json',
      '/dist/electron/main.js',
      '/dist/electron/desk-worker.js',
      '/dist/preload/preload.cjs',
    ])
      expect(files).toContain(path);
    expect(files).toContain('/dist/renderer/index.html');
    expect(files.filter((path) => path.endsWith('.node')).every((path) => /\/linux-x64\.node$/.test(path))).toBe(true);
    expect(files).toContain('/node_modules/better-sqlite3/prebuilds/linux-x64.node');

    const expected =
      /^\/(package\.json|dist(\/(electron|preload|renderer)(\/.*)?)?|node_modules(\/better-sqlite3(\/.*)?)?)$/;
    expect(files.filter((path) => !expected.test(path))).toEqual([]);
    expect(
      files.filter((path) => /\.(ts|svelte|map|db|env|cpp|gyp)$|browser-host|command-line\.js/.test(path)),
    ).toEqual([]);
  });

  it('contains the license terms of everything bundled, and those of the fonts', () => {
    const read = (name: string): string => readFileSync(join(made, 'licenses', name), 'utf8');
    for (const [list, packages] of [
      ['engine.md', ['undici', 'zod', 'harfbuzzjs', '@resvg/resvg-wasm', 'qr', 'ws']],
      ['screens.md', ['svelte', 'zod']],
    ] as const) {
      const sections = read(list).split(/^## /m).slice(1);
      const names = sections.map((section) => section.slice(0, section.indexOf(' - ')));
      expect(names).toEqual(expect.arrayContaining([...packages]));
      for (const section of sections) expect(section.slice(section.indexOf('\n'))).toMatch(/copyright|license/i);
    }
    expect(read('fonts.txt')).toContain('SIL OPEN FONT LICENSE');
    expect(read('better-sqlite3.txt')).toContain('MIT');
  });

  it("has the Electron fuses set that prevent running other code under the app's name", async () => {
    const binary = readdirSync(made).find((name) => name.startsWith('parcel'));
    const wire = await getCurrentFuseWire(join(made, binary ?? ''));
    const on = (fuse: FuseV1Options) => wire[fuse] === 49;
    expect(on(FuseV1Options.RunAsNode)).toBe(false);
    expect(on(FuseV1Options.EnableNodeOptionsEnvironmentVariable)).toBe(false);
    expect(on(FuseV1Options.EnableNodeCliInspectArguments)).toBe(false);
    expect(on(FuseV1Options.GrantFileProtocolExtraPrivileges)).toBe(false);
    expect(on(FuseV1Options.EnableCookieEncryption)).toBe(true);
    expect(on(FuseV1Options.EnableEmbeddedAsarIntegrityValidation)).toBe(true);
    expect(on(FuseV1Options.OnlyLoadAppFromAsar)).toBe(true);
  });

  it('starts with only its own files', async () => {
    const unpacked = join(home, 'unpacked');
    extractAll(asar, unpacked);
    if (existsSync(`${asar}.unpacked`)) cpSync(`${asar}.unpacked`, unpacked, { recursive: true });
    const app = await startApp(join(home, 'user-data'), [], unpacked);
    const answer = await app.page.evaluate(`parcelDesk.call('settings.get', {})`);
    expect(answer).toMatchObject({ ok: true, value: { concurrency: 4 } });
    expect(await app.close()).toBe(0);
    // In a standalone run the replacement for Electron chooses the browser here and logs it.
    expect(app.stderrOutput().replace(/^Chromium .*\n/, '')).toBe('');
  });
});
