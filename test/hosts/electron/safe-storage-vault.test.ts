import { describe, expect, it } from 'vitest';
import { safeStorageVault, type AnySafeStorage } from '../../../electron/hosts/electron/safe-storage-vault.ts';

const turned = (text: string) => [...text].toReversed().join('');

/** as Electron 45 has it; 33 has the other three alone, 46 is to have these alone */
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

describe('the safe storage of whichever Electron runs', () => {
  it.each<[string, AnySafeStorage, boolean]>([
    ['has both', { ...backend, ...asynchronous, ...synchronous }, true],
    ['has only what holds nothing up', { ...backend, ...asynchronous }, true],
    ['is from before that', { ...backend, ...synchronous }, false],
  ])('seals and opens where it %s', async (_what, safe, isStale) => {
    const vault = safeStorageVault(safe);
    expect(await vault.isAvailable()).toBe(true);
    expect(vault.backend()).toBe('gnome_libsecret');
    const sealed = await vault.seal('hush-hush');
    expect(sealed.toString()).not.toContain('hush');
    expect(sealed.toString().startsWith('async')).toBe(isStale);
    expect(await vault.open(sealed)).toEqual({ plain: 'hush-hush', isStale });
  });
  it('rejects, and does not throw, where something was sealed under another key', async () => {
    await expect(safeStorageVault(synchronous).open(Buffer.from('other'))).rejects.toThrow('decrypting');
  });
  it.each<[string, AnySafeStorage]>([
    ['is gone', {}],
    [
      'has lost a function',
      { ...backend, isEncryptionAvailable: () => true, encryptString: synchronous.encryptString },
    ],
  ])('can keep nothing where it %s', async (_what, safe) => {
    expect(await safeStorageVault(safe).isAvailable()).toBe(false);
    await expect(safeStorageVault(safe).seal('hush-hush')).rejects.toThrow();
  });
  it('knows no keyring where the system has no name for one', () => {
    expect(safeStorageVault(synchronous).backend()).toBe('unknown');
  });
});
