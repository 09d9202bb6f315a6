import { problem } from '../../../shared/contract/problem.ts';
import { writePrivateFile } from '../private-files.ts';
import { lockSchema, createOpener, type Opener } from './lock.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Name of the key file. It lies beside the database and is never part of a backup. */
export const keyFile = 'backup-key.json';

const lockWithKeySchema = z.strictObject({ lock: lockSchema, key: z.base64() });
const keyFileSchema = z.strictObject({
  /** null: new copies are not locked */
  current: lockWithKeySchema
    .extend({
      /** when the passphrase was set (ms) */
      at: z.number(),
      /** id of the command that set the passphrase, so that repeating it is idempotent */
      commandId: z.string(),
      /** stored until the user has proved that it is on paper; then null */
      recoveryKey: z.string().nullable(),
    })
    .nullable(),
  /** locks and keys of earlier passphrases, for copies made with them */
  older: z.array(lockWithKeySchema),
});

/**
 * Keys of the locked copies of a data folder. Whoever can read this file can also read the database beside it, so it
 * exposes nothing more. The passphrase itself is never stored.
 */
export type StoredKeys = z.infer<typeof keyFileSchema>;
export type CurrentKey = NonNullable<StoredKeys['current']>;

const noKeys: StoredKeys = { current: null, older: [] };

/**
 * Returns no keys if there is no file. Throws file system errors if it cannot be read, and ProblemError `damaged` if
 * its content is invalid: a copy that should be locked must never be written unlocked.
 */
export function readKeys(folder: string): StoredKeys {
  let text: string;
  try {
    text = readFileSync(join(folder, keyFile), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return noKeys;
    throw error;
  }
  try {
    return keyFileSchema.parse(JSON.parse(text));
  } catch {
    throw problem('damaged', `${join(folder, keyFile)} is damaged. Move it away and set the passphrase anew.`, {
      folder,
    });
  }
}

export const writeKeys = (folder: string, keys: StoredKeys): void =>
  writePrivateFile(join(folder, keyFile), JSON.stringify(keys));

/**
 * Copies the current key to a new folder of the same desk, so that both share one passphrase and one recovery sheet. If
 * the old key file cannot be read, the new folder gets an invalid one and makes no copies until the passphrase is set
 * again.
 */
export function copyCurrentKey(oldFolder: string, newFolder: string): void {
  try {
    const keys = readKeys(oldFolder);
    if (keys.current) writeKeys(newFolder, keys);
  } catch {
    writePrivateFile(join(newFolder, keyFile), '');
  }
}

export interface KnownKeys {
  /** keys by lock id */
  keysByLockId: Map<string, Buffer>;
  isLocked: boolean;
  /** id of the lock of new copies; null if copies are not locked or the key file cannot be read */
  currentLockId: string | null;
}

/** How copies of a folder are locked. If the key file cannot be read, no key is known and copies count as locked. */
export function knownKeysOf(folder: string): KnownKeys {
  try {
    const { current, older } = readKeys(folder);
    const knownKeys = current ? [current, ...older] : older;
    return {
      keysByLockId: new Map(knownKeys.map(({ lock, key }) => [lock.id, Buffer.from(key, 'base64')])),
      isLocked: current !== null,
      currentLockId: current?.lock.id ?? null,
    };
  } catch {
    return { keysByLockId: new Map(), isLocked: true, currentLockId: null };
  }
}

/** Opens all locked copies of this folder; none if its key file cannot be read. */
export const createFolderOpener = (folder: string): Opener => createOpener([], knownKeysOf(folder).keysByLockId);
