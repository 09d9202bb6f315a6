import { findElectron, runElectron } from '../../../electron/hosts/start/electron-binary.ts';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'electron-'))));
afterEach(() => rmSync(folder, { recursive: true }));
const silent = () => undefined;

describe('Electron', () => {
  it.runIf(process.platform === 'linux')('is not searched for without a display', async () => {
    expect(await findElectron(folder, {}, silent)).toEqual({ why: 'there is no display' });
  });
  it('is the installed binary', async () => {
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'path.txt'), 'electron');
    writeFileSync(join(folder, 'dist/electron'), '');
    expect(await findElectron(folder, { DISPLAY: ':0' }, silent)).toEqual({ path: join(folder, 'dist/electron') });
  });
  it('is downloaded once by its own installer, and then found', async () => {
    writeFileSync(
      join(folder, 'install.js'),
      `const fs = require('node:fs');
       fs.mkdirSync(${JSON.stringify(join(folder, 'dist'))});
       fs.writeFileSync(${JSON.stringify(join(folder, 'dist/electron'))}, '');
       fs.writeFileSync(${JSON.stringify(join(folder, 'path.txt'))}, 'electron');`,
    );
    const said: string[] = [];
    const env = { DISPLAY: ':0', ELECTRON_MIRROR: 'http://127.0.0.1/' };
    expect(await findElectron(folder, env, (words) => said.push(words))).toEqual({
      path: join(folder, 'dist/electron'),
    });
    expect(said).toHaveLength(1);
  });
  it('is given up if its installer fails, or succeeds without installing it', async () => {
    const env = { DISPLAY: ':0', ELECTRON_MIRROR: 'http://127.0.0.1/' };
    for (const text of ['process.exit(1)', '']) {
      writeFileSync(join(folder, 'install.js'), text);
      expect(await findElectron(folder, env, silent)).toEqual({ why: 'its binary could not be downloaded' });
    }
  });
});

describe('the app', () => {
  function binary(script: string): string {
    const path = join(folder, 'binary');
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
  }
  it('ends with the exit code of Electron', async () => {
    expect(await runElectron(binary('exit 0'), folder, [])).toBe(0);
  });
  it('counts as never opened if Electron fails at once or does not exist', async () => {
    expect(await runElectron(binary('echo a library is missing >&2; exit 127'), folder, [])).toBeNull();
    expect(await runElectron(join(folder, 'none'), folder, [])).toBeNull();
  });
});
