import { openSecrets, type Vault } from '../../electron/platform/secret-store.ts';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const vault = (backend = 'gnome_libsecret', available = true): Vault & { stale: boolean } => ({
  stale: false,
  isAvailable: () => Promise.resolve(available),
  backend: () => backend,
  seal: (plain) => Promise.resolve(Buffer.from([...plain].toReversed().join(''))),
  open(sealed) {
    if (sealed.toString().startsWith('other')) return Promise.reject(new Error('wrong key'));
    return Promise.resolve({ plain: [...sealed.toString()].toReversed().join(''), isStale: this.stale });
  },
});

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  path = join(folder, 'secrets.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a secret', () => {
  it('survives a restart, encrypted, in a file that only its owner can read', async () => {
    const first = await openSecrets(vault(), 'linux', path);
    expect(await first.keptIn()).toBe('safe-storage');
    await first.write('https://a.example', 'hush-hush');
    await first.write('https://b.example', 'other-one');
    const second = await openSecrets(vault(), 'linux', path);
    expect(await second.read('https://a.example')).toBe('hush-hush');
    expect(readFileSync(path, 'utf8')).not.toContain('hush');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
  it('belongs to its target', async () => {
    const secrets = await openSecrets(vault(), 'linux', path);
    await secrets.write('https://a.example', 'hush-hush');
    expect(await secrets.read('https://b.example')).toBeNull();
    expect(await secrets.read('constructor')).toBeNull();
  });
  it('is deleted on request, and leaves no file behind', async () => {
    const secrets = await openSecrets(vault(), 'win32', path);
    await secrets.write('https://a.example', 'hush-hush');
    await secrets.write('https://a.example', null);
    expect(await secrets.read('https://a.example')).toBeNull();
    expect(existsSync(path)).toBe(false);
  });
  it.each([
    ['Linux has no keyring', vault('basic_text'), 'linux'],
    ['the keyring on Linux is unknown', vault('unknown'), 'linux'],
    ['the system cannot encrypt', vault('', false), 'win32'],
  ] as const)('stays in memory if %s', async (_why, given, platform) => {
    const secrets = await openSecrets(given, platform, path);
    expect(await secrets.keptIn()).toBe('memory');
    await secrets.write('https://a.example', 'hush-hush');
    expect(await secrets.read('https://a.example')).toBe('hush-hush');
    expect(existsSync(path)).toBe(false);
    await secrets.write('https://a.example', null);
    expect(await secrets.read('https://a.example')).toBeNull();
  });
  it('must be entered again when the system has another key or the file is damaged', async () => {
    writeFileSync(path, JSON.stringify({ a: Buffer.from('other key').toString('base64') }));
    const secrets = await openSecrets(vault(), 'linux', path);
    expect(await secrets.read('a')).toBeNull();
    writeFileSync(path, '{');
    expect(await secrets.read('a')).toBeNull();
    await secrets.write('a', 'hush-hush');
    expect(await secrets.read('a')).toBe('hush-hush');
  });
  it('is encrypted again when the system requests it', async () => {
    const given = vault();
    const secrets = await openSecrets(given, 'linux', path);
    await secrets.write('a', 'hush-hush');
    const before = statSync(path).ino;
    given.stale = true;
    expect(await secrets.read('a')).toBe('hush-hush');
    expect(statSync(path).ino).not.toBe(before);
  });
});
