import { problem } from '../../shared/contract/problem.ts';
import { headerAdvice, headerValueFault } from '../../shared/settings/settings.ts';
import { jsonFile } from './json-file.ts';
import { serialQueue } from './link/serial-queue.ts';
import { z } from 'zod';

/** Stores the value of a secret header by target name; a secret is never read for another target. */
export interface SecretStore {
  storageKind(): Promise<'safe-storage' | 'file' | 'memory'>;
  read(target: string): Promise<string | null>;
  /** null deletes the secret */
  write(target: string, value: string | null): Promise<void>;
}

/** A store that is still being opened; every call waits until it is open. */
export const deferredSecrets = (storePromise: Promise<SecretStore>): SecretStore => ({
  storageKind: () => storePromise.then((store) => store.storageKind()),
  read: (target) => storePromise.then((store) => store.read(target)),
  write: (target, value) => storePromise.then((store) => store.write(target, value)),
});

/** A store in memory, which lasts as long as the host runs. */
export function createMemorySecrets(): SecretStore {
  const secrets = new Map<string, string>();
  return {
    storageKind: () => Promise.resolve('memory'),
    read: (target) => Promise.resolve(secrets.get(target) ?? null),
    write(target, value) {
      if (value === null) secrets.delete(target);
      else secrets.set(target, value);
      return Promise.resolve();
    },
  };
}

/** Values by target in a file readable only by its owner. The file is deleted with its last value. */
function secretsFile(path: string, value: z.ZodType<string>) {
  const file = jsonFile({ name: 'secrets', path, schema: z.record(z.string(), value) });
  // a change reads the whole file and writes it again
  const runInTurn = serialQueue();
  return {
    async read(target: string): Promise<string | null> {
      const secrets = (await file.readAsync()) ?? {};
      return Object.hasOwn(secrets, target) ? (secrets[target] ?? null) : null;
    },
    /** Throws ProblemError `bad-file` if the file cannot be read, or is damaged and a value should be removed. */
    write: (target: string, value: string | null): Promise<void> =>
      runInTurn(() =>
        file.change((secrets) => {
          const { [target]: _previous, ...otherSecrets } = secrets ?? {};
          const changed = value === null ? otherSecrets : { ...otherSecrets, [target]: value };
          return Object.keys(changed).length === 0 ? null : changed;
        }),
      ),
  };
}

/**
 * A store in a file readable only by its owner, for users who chose it. A damaged file counts as empty, and is kept
 * beside the new one.
 */
export function createFileSecrets(path: string): SecretStore {
  const { read, write } = secretsFile(path, z.string());
  return { storageKind: () => Promise.resolve('file'), read, write };
}

/** Trims and validates a typed or pasted secret; null if it is empty. Throws ProblemError `bad-setting`. */
export function parseSecret(value: string | null): string | null {
  // pasted text often ends with a line break
  const secret = value?.trim() ?? '';
  const reason = headerValueFault(secret);
  if (reason) throw problem('bad-setting', headerAdvice[reason], { name: 'secret', reason });
  return secret === '' ? null : secret;
}

/** The encryption of the operating system, with the system's own key. */
export interface Vault {
  isAvailable(): Promise<boolean>;
  /** the keyring in use, on Linux */
  backend(): string;
  seal(plain: string): Promise<Buffer>;
  /** rejects if the value was sealed under another key */
  open(sealed: Buffer): Promise<{ plain: string; isStale: boolean }>;
}

/**
 * Opens a store that writes secrets to `path` (mode 0600), encrypted by the operating system. If the system has no key
 * storage (on Linux, `basic_text` encrypts with the same password everywhere), secrets are kept in memory only.
 */
export async function openSecrets(vault: Vault, platform: NodeJS.Platform, path: string): Promise<SecretStore> {
  const hasKey =
    (await vault.isAvailable()) && (platform !== 'linux' || !['basic_text', 'unknown'].includes(vault.backend()));
  return hasKey ? createSealedSecrets(vault, path) : createMemorySecrets();
}

function createSealedSecrets(vault: Vault, path: string): SecretStore {
  const file = secretsFile(path, z.base64());
  async function write(target: string, value: string | null): Promise<void> {
    await file.write(target, value === null ? null : (await vault.seal(value)).toString('base64'));
  }

  return {
    storageKind: () => Promise.resolve('safe-storage'),
    write,
    async read(target) {
      const sealed = await file.read(target);
      if (sealed === null) return null;
      try {
        const { plain, isStale } = await vault.open(Buffer.from(sealed, 'base64'));
        // a secret that cannot be written now is encrypted again at the next read
        if (isStale) await write(target, plain).catch(() => undefined);
        return plain;
      } catch {
        // the system no longer has the key; the secret counts as missing, so the user is asked again
        return null;
      }
    },
  };
}
