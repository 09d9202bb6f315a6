import { safeStorageVault, type AnySafeStorage } from '../../../electron/hosts/electron/safe-storage-vault.ts';
import { describe, expect, it } from 'vitest';

const turned = (text: string) => [...text].toReversed().join('');

/** as in Electron 45; 33 has only the synchronous three, and 46 will have only these */
const asynchronous = {
  isAsyncEncryptionAvailable: () => Promise.resolve(true),
  encryptStringAsync: (plain: string) => Promise.resolve(Buffer.from(`async ${turned(plain)}`)),
  decryptStringAsync: (sealed: Buffer) =>
    Promise.resolve({ result: turned(sealed.toString().slice('async '.length)), shouldReEncrypt: true }),
};
const synchronous = {
  isEncryptionAvailable: () => true,
  encryptString: (plain: string) => Buffer.from(turned(plain)),
  decryptString: (sealed: Buffer) => {
    if (sealed.toString() === 'other') throw new Error('Error while decrypting the ciphertext.');
    return turned(sealed.toString());
  },
};
const backend = { getSelectedStorageBackend: () => 'gnome_libsecret' as const };

describe('the safe storage of any Electron', () => {
  it.each<[string, AnySafeStorage, boolean]>([
    ['has both interfaces', { ...backend, ...asynchronous, ...synchronous }, true],
    ['has only the asynchronous interface', { ...backend, ...asynchronous }, true],
    ['has only the synchronous interface', { ...backend, ...synchronous }, false],
  ])('seals and opens if it %s', async (_what, safe, isStale) => {
    const vault = safeStorageVault(safe);
    expect(await vault.isAvailable()).toBe(true);
    expect(vault.backend()).toBe('gnome_libsecret');
    const sealed = await vault.seal('hush-hush');
    expect(sealed.toString()).not.toContain('hush');
    expect(sealed.toString().startsWith('async')).toBe(isStale);
    expect(await vault.open(sealed)).toEqual({ plain: 'hush-hush', isStale });
  });
  it('rejects, rather than throws, if something was sealed under another key', async () => {
    await expect(safeStorageVault(synchronous).open(Buffer.from('other'))).rejects.toThrow('decrypting');
  });
  it.each<[string, AnySafeStorage]>([
    ['is missing', {}],
    ['lacks a function', { ...backend, isEncryptionAvailable: () => true, encryptString: synchronous.encryptString }],
  ])('can store nothing if it %s', async (_what, safe) => {
    expect(await safeStorageVault(safe).isAvailable()).toBe(false);
    await expect(safeStorageVault(safe).seal('hush-hush')).rejects.toThrow();
  });
  it('reports an unknown keyring if the system does not name one', () => {
    expect(safeStorageVault(synchronous).backend()).toBe('unknown');
  });
});
