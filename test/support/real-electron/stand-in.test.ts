import { cacheFolder } from './cache-folder.ts';
import { compileNodeApi9, copyForNodeApi9 } from './node-api-9.ts';
import { checkIntegrity } from './stand-in.ts';
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const shipped = join(import.meta.dirname, '../../../node_modules/better-sqlite3/prebuilds/linux-x64.node');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stand-in-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the stand-in for Electron', () => {
  it('is accepted only if it has the expected checksum', async () => {
    const path = join(folder, 'abc');
    writeFileSync(path, 'abc');
    const abcIntegrity =
      'sha512-3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw==';
    await checkIntegrity(path, abcIntegrity);
    appendFileSync(path, '\0');
    await expect(checkIntegrity(path, abcIntegrity)).rejects.toThrow('not what was asked for');
  });
  it('is cached outside the repository, in a folder that the user who runs it can access', () => {
    const env = { HOME: '/home/mia' };
    expect(cacheFolder({ ...env, PARCEL_DESK_CACHE: '/elsewhere' }, 0)).toBe('/elsewhere');
    expect(cacheFolder(env, 0)).toBe('/var/cache/parcel-desk');
    expect(cacheFolder({ ...env, XDG_CACHE_HOME: '/home/mia/kept' }, 1000)).toBe('/home/mia/kept/parcel-desk');
    expect(cacheFolder(env, 1000)).toMatch(/[\\/]\.cache[\\/]parcel-desk$/);
  });
});

describe('the copy of SQLite for an older Node-API', () => {
  it('differs from the shipped addon in three bytes', () => {
    const target = join(folder, 'copy.node');
    copyForNodeApi9(shipped, target);
    const before = readFileSync(shipped);
    const after = readFileSync(target);
    expect(after).toHaveLength(before.length);
    const changedBytes = [...after.entries()].filter(([index, byte]) => byte !== before[index]);
    expect(changedBytes.map(([, byte]) => byte).toSorted((a, b) => a - b)).toEqual([9, ...Buffer.from('xx')]);
  });
  it('is made only of an addon that requires Node-API 10', () => {
    const otherAddon = join(folder, 'other.node');
    copyForNodeApi9(shipped, otherAddon);
    expect(() => copyForNodeApi9(otherAddon, join(folder, 'twice.node'))).toThrow('Node-API 10');
    expect(existsSync(join(folder, 'twice.node'))).toBe(false);
  });
  it.runIf(existsSync('/usr/bin/cc'))('comes with a library whose own symbols all resolve', () => {
    const library = join(folder, 'library.so');
    compileNodeApi9(library);
    const code = `process.dlopen({ exports: {} }, ${JSON.stringify(library)}, require('os').constants.dlopen.RTLD_NOW)`;
    // Loading fails only because the library is not an addon, so all symbols it needs were found.
    expect(() => execFileSync(process.execPath, ['-e', code], { stdio: 'pipe' })).toThrow('did not self-register');
  });
});
