import { problem } from '../../shared/contract/problem.ts';
import { headerAdvice, headerValueFault } from '../../shared/settings/settings.ts';
import { makePrivateFolder, replacePrivateFile } from './private-files.ts';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';

/** Stores the value of a secret header by target name; a secret is never read for another target. */
export interface SecretStore {
  keptIn(): Promise<'safe-storage' | 'file' | 'memory'>;
  read(target: string): Promise<string | null>;
  /** null deletes the secret */
  write(target: string, value: string | null): Promise<void>;
}

/** Store that is still opening; every call waits until it is open. */
export const deferredSecrets = (opened: Promise<SecretStore>): SecretStore => ({
  keptIn: () => opened.then((store) => store.keptIn()),
  read: (target) => opened.then((store) => store.read(target)),
  write: (target, value) => opened.then((store) => store.write(target, value)),
});

/** Store in memory, which lasts as long as the host. */
export function createMemorySecrets(): SecretStore {
  const secrets = new Map<string, string>();
  return {
    keptIn: () => Promise.resolve('memory'),
    read: (target) => Promise.resolve(secrets.get(target) ?? null),
    write(target, value) {
      if (value === null) secrets.delete(target);
      else secrets.set(target, value);
      return Promise.resolve();
    },
  };
}

const openSecretsSchema = z.record(z.string(), z.string());

/** Store in a file readable only by its owner, used if the user has chosen that. An unreadable file counts as empty. */
export function createFileSecrets(path: string): SecretStore {
  async function readAll(): Promise<Map<string, string>> {
    try {
      return new Map(Object.entries(openSecretsSchema.parse(JSON.parse(await readFile(path, 'utf8')))));
    } catch {
      return new Map();
    }
  }
  return {
    keptIn: () => Promise.resolve('file'),
    read: async (target) => (await readAll()).get(target) ?? null,
    async write(target, value) {
      const all = await readAll();
      if (value === null) all.delete(target);
      else all.set(target, value);
      if (all.size === 0) return rm(path, { force: true });
      makePrivateFolder(dirname(path));
      const text = JSON.stringify(Object.fromEntries(all));
      await replacePrivateFile(path, (unfinished) => writeFile(unfinished, text, { flush: true }));
    },
  };
}

/** Trims and validates a typed or pasted secret; null if it is empty. Throws ProblemError `bad-setting`. */
export function parseSecret(value: string | null): string | null {
  // pasted text often ends with a line break
  const secret = value?.trim() ?? '';
  const reason = headerValueFault(secret);
  if (reason) throw problem('bad-setting', headerAdvice[reason], { name: 'secret', reason });
  return secret === '' ? null : secret;
}

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
