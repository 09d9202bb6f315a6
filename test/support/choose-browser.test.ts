import { findBrowser } from './browser.ts';
import { missingLibraries } from './missing-libraries.ts';
import { tryBrowser } from './try-browser.ts';
import { createFolderOnce } from './unpack-chromium.ts';
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
    const inherited = process.env['PARCEL_DESK_CHOSEN_BROWSER'];
    expect(inherited).toBeDefined();
    expect(await findBrowser()).toEqual(JSON.parse(inherited ?? ''));
  });

  it('is rejected with a one-line reason if it does not start', async () => {
    const path = join(folder, 'chromium');
    writeFileSync(path, '#!/bin/sh\nkill -SEGV $$\n', { mode: 0o755 });
    await expect(tryBrowser({ executablePath: path, env: {} })).rejects.toThrow(/^signal=SIGSEGV$/);
  });

  it('is unpacked completely when two processes need it at the same time', async () => {
    const target = join(folder, 'cache/chromium');
    const fill = async (partialFolder: string) => {
      expect(existsSync(target)).toBe(false);
      writeFileSync(join(partialFolder, 'one'), '1');
      // Both have seen by now that the target does not exist.
      await bothStarted;
      writeFileSync(join(partialFolder, 'two'), '2');
    };
    let release: () => void = () => undefined;
    const bothStarted = new Promise<void>((resolve) => (release = resolve));
    const creations = [createFolderOnce(target, fill), createFolderOnce(target, fill)];
    release();
    await Promise.all(creations);
    expect(readdirSync(target)).toEqual(['one', 'two']);
    expect(readdirSync(join(folder, 'cache'))).toEqual(['chromium']);
  });

  it('leaves nothing behind when unpacking fails', async () => {
    const target = join(folder, 'chromium');
    const failedCreation = createFolderOnce(target, (partialFolder) =>
      Promise.reject(new Error(`no space in ${partialFolder.slice(0, 0)}disk`)),
    );
    await expect(failedCreation).rejects.toThrow('no space in disk');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe.runIf(process.platform === 'linux' && process.arch === 'x64')('missingLibraries', () => {
  it('lists the libraries that neither the machine nor the folder has', () => {
    // A program that needs a library which exists on no machine.
    const programBytes = Buffer.from(readFileSync(process.execPath));
    const nameIndex = programBytes.indexOf('libm.so.6\0');
    expect(nameIndex).toBeGreaterThan(0);
    programBytes.write('libq.so.6', nameIndex);
    const program = join(folder, 'program');
    writeFileSync(program, programBytes, { mode: 0o755 });
    expect(missingLibraries(program)).toEqual(['libq.so.6']);

    const [libm = ''] = ['/lib/x86_64-linux-gnu/libm.so.6', '/lib64/libm.so.6'].filter((path) => existsSync(path));
    const libraries = join(folder, 'libraries');
    mkdirSync(libraries);
    writeFileSync(join(libraries, 'libq.so.6'), readFileSync(libm));
    expect(missingLibraries(program, libraries)).toEqual([]);
    expect(missingLibraries(process.execPath)).toEqual([]);
  });
});
