import { onFault } from '../../electron/platform/link/failure.ts';
import { recordOf, type LogEntry } from '../../electron/platform/log/log-record.ts';
import { createFileSecrets, openSecrets, type Vault } from '../../electron/platform/secret-store.ts';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

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
    expect(await first.storageKind()).toBe('safe-storage');
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
    expect(await secrets.storageKind()).toBe('memory');
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
  it.each([
    ['encrypted', 'Linux with a keyring', () => openSecrets(vault(), 'linux', path)],
    ['open', 'a browser host', () => Promise.resolve(createFileSecrets(path))],
  ])('beside a damaged %s value is not lost when another one is written, on %s', async (_what, _where, open) => {
    const heard: LogEntry[] = [];
    onTestFinished(onFault((entry) => heard.push(entry)));
    const damaged = JSON.stringify({ a: Buffer.from('hsuh-hsuh').toString('base64'), b: 7 });
    writeFileSync(path, damaged, { mode: 0o600 });
    const secrets = await open();
    await secrets.write('c', 'other-one');
    expect(await secrets.read('c')).toBe('other-one');
    expect(readFileSync(`${path}.broken-1`, 'utf8')).toBe(damaged);
    expect(statSync(`${path}.broken-1`).mode & 0o777).toBe(0o600);
    expect(heard).toEqual([{ event: 'file-set-aside', file: 'secrets' }]);
    expect(recordOf(heard[0], 0)).toMatchObject({ event: 'file-set-aside', level: 'warn' });
    // A second damage keeps the first file.
    writeFileSync(path, '{');
    await secrets.write('d', 'third');
    expect([readFileSync(`${path}.broken-1`, 'utf8'), readFileSync(`${path}.broken-2`, 'utf8')]).toEqual([
      damaged,
      '{',
    ]);
    await secrets.write('d', null);
    expect(readdirSync(folder), 'a deleted secret is nowhere').toEqual([]);
  });
  it('is not deleted from a damaged file, and the problem names the file', async () => {
    writeFileSync(path, '{"a":');
    const secrets = createFileSecrets(path);
    await expect(secrets.write('a', null)).rejects.toMatchObject({
      problem: { kind: 'bad-file', params: { file: path } },
    });
    expect(readFileSync(path, 'utf8')).toBe('{"a":');
  });
  it('does not replace what the system refuses to read, and the problem names it', async () => {
    // a folder, since the tests may run as a user who can read every file
    mkdirSync(path);
    const secrets = createFileSecrets(path);
    expect(await secrets.read('a')).toBeNull();
    await expect(secrets.write('a', 'hush-hush')).rejects.toMatchObject({
      problem: { kind: 'bad-file', params: { reason: 'not-readable', file: path } },
    });
    expect(readdirSync(folder)).toEqual(['secrets.json']);
  });
  it('is not lost when several are written at the same time', async () => {
    const secrets = createFileSecrets(path);
    await Promise.all(['a', 'b', 'c'].map((target) => secrets.write(target, target)));
    expect(await Promise.all(['a', 'b', 'c'].map((target) => secrets.read(target)))).toEqual(['a', 'b', 'c']);
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
  it('is read although it cannot be encrypted again', async () => {
    const given = vault();
    const secrets = await openSecrets(given, 'linux', path);
    await secrets.write('a', 'hush-hush');
    given.stale = true;
    given.seal = () => Promise.reject(new Error('the keyring is locked'));
    expect(await secrets.read('a')).toBe('hush-hush');
  });
});
