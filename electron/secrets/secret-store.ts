import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { replacePrivately } from '../private-files/write-private.ts';
import { problem } from '../../shared/contract/problem.ts';
import { headerAdvice, headerValueFault } from '../../shared/settings/secret-header.ts';

/** Where the value of a secret header lies, by the name of the target it is for: it is never read for another. */
export interface SecretStore {
  keptIn(): Promise<'safe-storage' | 'file' | 'memory'>;
  read(target: string): Promise<string | null>;
  /** null forgets it */
  write(target: string, value: string | null): Promise<void>;
}

/** Those that are still being opened: whoever asks for one waits until they are. */
export const secretsOnceOpen = (opened: Promise<SecretStore>): SecretStore => ({
  keptIn: () => opened.then((store) => store.keptIn()),
  read: (target) => opened.then((store) => store.read(target)),
  write: (target, value) => opened.then((store) => store.write(target, value)),
});

/** Lasts as long as the host. */
export function secretsInMemory(): SecretStore {
  const kept = new Map<string, string>();
  return {
    keptIn: () => Promise.resolve('memory'),
    read: (target) => Promise.resolve(kept.get(target) ?? null),
    write(target, value) {
      if (value === null) kept.delete(target);
      else kept.set(target, value);
      return Promise.resolve();
    },
  };
}

const content = z.record(z.string(), z.string());

/** In a file that only its owner reads, where a person has asked for that. A file that cannot be read holds none. */
export function secretsInFile(path: string): SecretStore {
  async function readAll(): Promise<Map<string, string>> {
    try {
      return new Map(Object.entries(content.parse(JSON.parse(await readFile(path, 'utf8')))));
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
      await replacePrivately(path, (unfinished) => writeFile(unfinished, text, { flush: true }));
    },
  };
}

/** The value of a secret header as a person typed or pasted it; null where there is none. Throws ProblemError `bad-setting`. */
export function typedSecret(value: string | null): string | null {
  // a pasted one often ends with a line's end
  const secret = value?.trim() ?? '';
  const reason = headerValueFault(secret);
  if (reason) throw problem('bad-setting', headerAdvice[reason], { name: 'secret', reason });
  return secret === '' ? null : secret;
}
