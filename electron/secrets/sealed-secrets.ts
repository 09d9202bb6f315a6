import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { replacePrivateFile } from '../private-files/write-private.ts';
import { createMemorySecrets, type SecretStore } from './secret-store.ts';

/** Secret storage of the operating system, which encrypts with a key of its own. */
export interface Vault {
  isAvailable(): Promise<boolean>;
  /** the keyring in use, on Linux */
  backend(): string;
  seal(plain: string): Promise<Buffer>;
  /** rejects if the value was sealed under another key */
  open(sealed: Buffer): Promise<{ plain: string; isStale: boolean }>;
}

const sealedSecretsSchema = z.record(z.string(), z.base64());

/**
 * Opens a store that keeps secrets in `path` (mode 0600), encrypted by the operating system. If the system has no key
 * storage – on Linux `basic_text` encrypts with the same password everywhere – nothing is written, and a secret lasts
 * until the app ends.
 */
export async function openSecrets(vault: Vault, platform: NodeJS.Platform, path: string): Promise<SecretStore> {
  const hasKey =
    (await vault.isAvailable()) && (platform !== 'linux' || !['basic_text', 'unknown'].includes(vault.backend()));
  return hasKey ? createSealedSecrets(vault, path) : createMemorySecrets();
}

function createSealedSecrets(vault: Vault, path: string): SecretStore {
  async function readAll(): Promise<Record<string, string>> {
    try {
      return sealedSecretsSchema.parse(JSON.parse(await readFile(path, 'utf8')));
    } catch {
      return {};
    }
  }

  async function write(name: string, value: string | null): Promise<void> {
    const { [name]: _before, ...rest } = await readAll();
    const all = value === null ? rest : { ...rest, [name]: (await vault.seal(value)).toString('base64') };
    if (Object.keys(all).length === 0) return rm(path, { force: true });
    makePrivateFolder(dirname(path));
    await replacePrivateFile(path, (unfinished) => writeFile(unfinished, JSON.stringify(all), { flush: true }));
  }

  return {
    keptIn: () => Promise.resolve('safe-storage'),
    write,
    async read(name) {
      const all = await readAll();
      if (!Object.hasOwn(all, name)) return null;
      try {
        const { plain, isStale } = await vault.open(Buffer.from(all[name] ?? '', 'base64'));
        if (isStale) await write(name, plain);
        return plain;
      } catch {
        // sealed under a key the system no longer has: treated as missing, so the user is asked again
        return null;
      }
    },
  };
}
