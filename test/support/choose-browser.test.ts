import { findBrowser } from './browser.ts';
import { missingLibraries } from './missing-libraries.ts';
import { tryBrowser } from './try-browser.ts';
import { makeOnce } from './unpack-chromium.ts';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parcel-desk-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the test browser', () => {
  it('is chosen before the first worker starts, and workers inherit the choice', async () => {
    const told = process.env['PARCEL_DESK_CHOSEN_BROWSER'];
    expect(told).toBeDefined();
    expect(await findBrowser()).toEqual(JSON.parse(told ?? ''));
  });

  it('is rejected with a one-line reason if it does not start', async () => {
    const path = join(folder, 'chromium');
    writeFileSync(path, '#!/bin/sh\nkill -SEGV $$\n', { mode: 0o755 });
    await expect(tryBrowser({ executablePath: path, env: {} })).rejects.toThrow(/^signal=SIGSEGV$/);
  });

  it('is unpacked completely when two processes need it at the same time', async () => {
    const target = join(folder, 'cache/chromium');
    const fill = async (half: string) => {
      expect(existsSync(target)).toBe(false);
      writeFileSync(join(half, 'one'), '1');
      // Both have seen by now that the target does not exist.
      await both;
      writeFileSync(join(half, 'two'), '2');
    };
    let go: () => void = () => undefined;
    const both = new Promise<void>((resolve) => (go = resolve));
    const made = [makeOnce(target, fill), makeOnce(target, fill)];
    go();
    await Promise.all(made);
    expect(readdirSync(target)).toEqual(['one', 'two']);
    expect(readdirSync(join(folder, 'cache'))).toEqual(['chromium']);
  });

  it('leaves nothing behind when unpacking fails', async () => {
    const target = join(folder, 'chromium');
    const broken = makeOnce(target, (half) => Promise.reject(new Error(`no space in ${half.slice(0, 0)}disk`)));
    await expect(broken).rejects.toThrow('no space in disk');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe.runIf(process.platform === 'linux' && process.arch === 'x64')('missingLibraries', () => {
  it('lists the libraries that neither the machine nor the folder has', () => {
    // A program that needs a library which exists on no machine.
    const absent = Buffer.from(readFileSync(process.execPath));
    const at = absent.indexOf('libm.so.6\0');
    expect(at).toBeGreaterThan(0);
    absent.write('libq.so.6', at);
    const program = join(folder, 'program');
    writeFileSync(program, absent, { mode: 0o755 });
    expect(missingLibraries(program)).toEqual(['libq.so.6']);

    const [libm = ''] = ['/lib/x86_64-linux-gnu/libm.so.6', '/lib64/libm.so.6'].filter((path) => existsSync(path));
    const libraries = join(folder, 'libraries');
    mkdirSync(libraries);
    writeFileSync(join(libraries, 'libq.so.6'), readFileSync(libm));
    expect(missingLibraries(program, libraries)).toEqual([]);
    expect(missingLibraries(process.execPath)).toEqual([]);
  });
});
