import { problem } from '../../shared/contract/problem.ts';
import { headerAdvice, headerValueFault } from '../../shared/settings/settings.ts';
import { jsonFile } from './json-file.ts';
import { serialQueue } from './link/serial-queue.ts';
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

/** Values by target in a file readable only by its owner. The last one that is removed takes the file with it. */
function secretsFile(path: string, value: z.ZodType<string>) {
  const file = jsonFile({ name: 'secrets', path, schema: z.record(z.string(), value) });
  // a change reads the whole file and writes it again
  const inTurn = serialQueue();
  return {
    async read(target: string): Promise<string | null> {
      const all = (await file.readAsync()) ?? {};
      return Object.hasOwn(all, target) ? (all[target] ?? null) : null;
    },
    /** Throws ProblemError `bad-file` if the file cannot be read, or is damaged and a value should be removed. */
    write: (target: string, value: string | null): Promise<void> =>
      inTurn(() =>
        file.change((all) => {
          const { [target]: _before, ...rest } = all ?? {};
          const next = value === null ? rest : { ...rest, [target]: value };
          return Object.keys(next).length === 0 ? null : next;
        }),
      ),
  };
}

/**
 * Store in a file readable only by its owner, used if the user has chosen that. A damaged file counts as empty, and is
 * kept beside the new one.
 */
export function createFileSecrets(path: string): SecretStore {
  const { read, write } = secretsFile(path, z.string());
  return { keptIn: () => Promise.resolve('file'), read, write };
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
  const file = secretsFile(path, z.base64());
  async function write(target: string, value: string | null): Promise<void> {
    await file.write(target, value === null ? null : (await vault.seal(value)).toString('base64'));
  }

  return {
    keptIn: () => Promise.resolve('safe-storage'),
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
        // sealed under a key the system no longer has: treated as missing, so the user is asked again
        return null;
      }
    },
  };
}
