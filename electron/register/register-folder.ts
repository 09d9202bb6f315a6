import type { Sqlite } from '../database/open-sqlite.ts';
import { factStore } from '../outbox/facts.ts';
import { readNote, writeNote } from './generation-note.ts';
import { identify } from './identity.ts';

export interface RegisterHost {
  now: () => number;
  newId: () => string;
  /** what this machine knows of its folders */
  machine: string;
}

export interface Registered {
  generation: number;
  /** where it could not be written down that this is the folder to work in */
  notRegistered: string[];
}

/**
 * Writes down that a folder, in which a new generation has begun, is the one to work in: on the machine and in `places`, as the
 * folder of the backup it was made from. Its generation rises above every one that is known there.
 */
export function registerFolder(db: Sqlite, path: string, places: readonly string[], host: RegisterHost): Registered {
  const all = [host.machine, ...places];
  const { generation: own, ...identity } = identify(db, host.newId);
  const known = all.map((place) => readNote(place, identity).note?.generation ?? 0);
  const generation = Math.max(own, ...known.map((one) => one + 1));
  if (generation > own) factStore(db).set('generation', String(generation));
  const notRegistered = all.filter((place) => {
    const at = { at: host.now(), path: place === host.machine ? path : null };
    try {
      writeNote(place, identity, { folder: identity.folder, generation, ...at });
      return false;
    } catch {
      return true;
    }
  });
  return { generation, notRegistered };
}
