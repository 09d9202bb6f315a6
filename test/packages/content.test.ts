import { bytesBeyondElectron, contentOf } from './content-of.ts';
import { makePackage, unpackedIn } from './make-package.ts';
import { extractFile, getRawHeader, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';

const { shipped, electronDist, electron, home } = inject('packages');
const app = unpackedIn(shipped);
const asar = 'resources/app.asar';
const most = 40e6;

const on = 49;
const off = 48;
/** Every known fuse, and its state in the shipped package. */
const fuses: Record<number, number> = {
  [FuseV1Options.RunAsNode]: off,
  [FuseV1Options.EnableCookieEncryption]: on,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: off,
  [FuseV1Options.EnableNodeCliInspectArguments]: off,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: on,
  [FuseV1Options.OnlyLoadAppFromAsar]: on,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: off,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: off,
  // a newer one, which guards WebAssembly against reading beyond its memory: left as Electron sets it
  8: on,
};

async function fusesOf(folder: string): Promise<Record<number, number>> {
  const { version, ...wire } = await getCurrentFuseWire(join(folder, 'parcel-desk'));
  expect(version).toBe('1');
  return wire;
}

describe('the shipped package', () => {
  it('holds exactly what packaging/content-linux-x64.txt lists (`npm run test:packages -- -u` updates it)', async () => {
    await expect(contentOf(shipped, electronDist)).toMatchFileSnapshot('../../packaging/content-linux-x64.txt');
  });

  it('holds one native module, the one for its system, unchanged', () => {
    const modules = globSync('**/*.node', { cwd: app });
    expect(modules).toEqual([`${asar}.unpacked/node_modules/better-sqlite3/prebuilds/linux-x64.node`]);
    const own = join(import.meta.dirname, '../../node_modules/better-sqlite3/prebuilds/linux-x64.node');
    expect(readFileSync(join(app, modules[0] ?? '')).equals(readFileSync(own))).toBe(true);
  });

  it('takes at most 40 MB beyond Electron itself, fonts included', () => {
    const bytes = bytesBeyondElectron(app, electronDist);
    console.log(
      `Beyond Electron ${electron.version} itself a package takes ${(bytes / 1e6).toFixed(1)} MB, at most 40.`,
    );
    expect(bytes).toBeGreaterThan(20e6);
    expect(bytes).toBeLessThanOrEqual(most);
  });

  it('has every fuse set so that it cannot be made to run other code', async () => {
    const wire = await fusesOf(app);
    expect(Object.keys(wire).length).toBeGreaterThanOrEqual(8);
    expect(wire).toEqual(Object.fromEntries(Object.keys(wire).map((fuse) => [fuse, fuses[Number(fuse)]])));
  });

  it('has the hash of each file in the header of its archive, where Windows and macOS check it', () => {
    const path = join(app, asar);
    const { header } = getRawHeader(path);
    const told = new Map<string, { algorithm: string; hash: string }>();
    const walk = (node: object, at: string): void => {
      const { files, integrity, link } = node as { files?: object; integrity?: never; link?: string };
      expect(link).toBeUndefined();
      if (files) for (const [name, inner] of Object.entries(files)) walk(inner as object, `${at}/${name}`);
      else told.set(at, integrity ?? expect.fail(`${at} has no hash`));
    };
    walk(header, '');
    expect(told.size).toBeGreaterThan(100);
    for (const [name, { algorithm, hash }] of told) {
      expect(algorithm).toBe('SHA256');
      const bytes = extractFile(path, name.slice(1));
      expect(createHash('sha256').update(bytes).digest('hex'), name).toBe(hash);
    }
  });
});

describe('the twin that tests can drive', () => {
  const twin = unpackedIn(join(home, 'twin'));
  beforeAll(() =>
    makePackage({
      electronDist,
      version: electron.version,
      output: join(home, 'twin'),
      target: 'dir',
      unlike: ['-c.extraMetadata.mayBeDebugged=true', '-c.electronFuses.enableNodeCliInspectArguments=true'],
    }),
  );

  it('differs from the shipped package by one fuse', async () => {
    expect(await fusesOf(twin)).toEqual({ ...(await fusesOf(app)), [FuseV1Options.EnableNodeCliInspectArguments]: on });
  });

  it('differs by one constant of its build and no other byte', () => {
    const files = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
    const isFile = (path: string) => statSync(join(app, path)).isFile();
    const same = (path: string) => readFileSync(join(app, path)).equals(readFileSync(join(twin, path)));
    expect(files(twin)).toEqual(files(app).filter((path) => path !== 'resources/apparmor-profile'));
    expect(files(twin).filter((path) => isFile(path) && !same(path))).toEqual(['parcel-desk', asar]);
    const within = (folder: string) => listPackage(join(folder, asar), { isPack: false });
    expect(within(twin)).toEqual(within(app));
    const bytes = (folder: string, path: string) => {
      try {
        return extractFile(join(folder, asar), path.slice(1)).toString('latin1');
      } catch {
        return 'a folder';
      }
    };
    expect(within(app).filter((path) => bytes(app, path) !== bytes(twin, path))).toEqual(['/package.json']);
    const described = (folder: string) => JSON.parse(bytes(folder, '/package.json')) as object;
    expect(described(twin)).toEqual({ ...described(app), mayBeDebugged: true });
  });
});
