import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { problem } from '../../shared/contract/problem.ts';
import { writePrivate } from '../private-files/write-private.ts';
import { lockSchema } from './lock.ts';
import { openerOf, type Opener } from './opener.ts';

/** Beside the database and in no backup. */
export const keyFile = 'backup-key.json';

const held = z.strictObject({ lock: lockSchema, key: z.base64() });
const content = z.strictObject({
  /** null: nothing is locked any more */
  current: held
    .extend({
      /** when it was set (ms) */
      at: z.number(),
      /** of the command that set it, so that the same command sets no other */
      commandId: z.string(),
      /** until somebody has proved that it is on paper */
      recoveryKey: z.string().nullable(),
    })
    .nullable(),
  /** what opens copies made before */
  older: z.array(held),
});

/**
 * What opens the locked copies of a data folder. Whoever reads it reads the database beside it too, so it opens nothing they do not
 * have; the passphrase itself is kept nowhere.
 */
export type HeldKeys = z.infer<typeof content>;
export type CurrentKey = NonNullable<HeldKeys['current']>;

const none: HeldKeys = { current: null, older: [] };

/** Throws where the file cannot be read, ProblemError `damaged` where it is none of ours: what should be locked is never made open instead. */
export function readKeys(folder: string): HeldKeys {
  let text: string;
  try {
    text = readFileSync(join(folder, keyFile), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return none;
    throw error;
  }
  try {
    return content.parse(JSON.parse(text));
  } catch {
    throw problem('damaged', `${join(folder, keyFile)} is damaged. Move it away and set the passphrase anew.`, {
      folder,
    });
  }
}

export const writeKeys = (folder: string, keys: HeldKeys): void =>
  writePrivate(join(folder, keyFile), JSON.stringify(keys));

/**
 * A new folder of the same desk locks its copies as the one before does: one passphrase, one sheet. Where it cannot be read how, the new
 * one makes no copy either until the passphrase is set anew.
 */
export function takeKeys(from: string, to: string): void {
  try {
    const keys = readKeys(from);
    if (keys.current) writeKeys(to, keys);
  } catch {
    writePrivate(join(to, keyFile), '');
  }
}

export interface KnownKeys {
  /** keys by the id of their lock */
  known: Map<string, Buffer>;
  isLocked: boolean;
  /** id of the lock that copies get now; null where they get none, or that cannot be read */
  current: string | null;
}

/** How copies of a folder are locked. Where the file cannot be read, no key is known and copies count as locked. */
export function keysOf(folder: string): KnownKeys {
  try {
    const { current, older } = readKeys(folder);
    const all = current ? [current, ...older] : older;
    return {
      known: new Map(all.map(({ lock, key }) => [lock.id, Buffer.from(key, 'base64')])),
      isLocked: current !== null,
      current: current?.lock.id ?? null,
    };
  } catch {
    return { known: new Map(), isLocked: true, current: null };
  }
}

/** Opens all copies that this folder has made; none that are locked where its keys cannot be read. */
export const openerOfFolder = (folder: string): Opener => openerOf([], keysOf(folder).known);
