import { factStore } from '../database/facts.ts';
import { openDesk } from '../database/open-desk.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { generationAfter } from './generation.ts';
import {
  generationNotes,
  openGenerations,
  type Generations,
  type GenerationsHost,
  type RemoteFolders,
} from './generations.ts';
import { identify, lastStep } from './identity.ts';
import { knownTargets } from './known-targets.ts';

export interface RegisterHost {
  now: () => number;
  newId: () => string;
  /** the machine folder */
  machine: string;
  /** accesses places that may never respond; if omitted, they are accessed directly */
  elsewhere?: RemoteFolders;
}

export interface RegisterResult {
  generation: number;
  /** places where the new generation could not be recorded */
  notRegistered: string[];
  /**
   * where a note of this desk lay that cannot be read, or names a generation that is not believed; it was written over
   */
  notBelieved: string[];
}

/**
 * Records that a folder in which a new generation has begun is the active one: on the machine and in `places`, under
 * the desk of the backup it was restored from. Its generation is raised above every one recorded there.
 */
export async function registerFolder(
  db: Sqlite,
  path: string,
  places: readonly string[],
  host: RegisterHost,
): Promise<RegisterResult> {
  const identity = identify(db, host.newId);
  const notes = generationNotes(identity, host.machine, host.elsewhere);
  const own = identity.generation;
  const found = [notes.own(), ...(await Promise.all(places.map(notes.readAt)))];
  const known = found.flatMap(({ note }) => note?.generation ?? []);
  const generation = Math.max(own, ...known.map(generationAfter));
  if (generation > own) factStore(db).set('generation', String(generation));
  const note = { folder: identity.folder, generation, at: host.now(), path, step: lastStep(db) };
  const written = await Promise.allSettled([
    (async () => notes.writeOwn(note))(),
    ...places.map((place) => notes.writeAt(place, note)),
  ]);
  const all = [host.machine, ...places];
  return {
    generation,
    notRegistered: all.filter((_, index) => written[index]?.status === 'rejected'),
    notBelieved: all.filter((_, index) => found[index]?.damaged),
  };
}

/**
 * Registers a restored folder as the active one wherever the lost folder may look: on the machine, beside the backup
 * and in the journal it was made from. A backup test does not do this, so its folder stays unknown.
 */
export async function registerRestored(
  folder: string,
  places: readonly string[],
  host: RegisterHost,
): Promise<RegisterResult> {
  const db = openDesk(folder);
  try {
    return await registerFolder(db, folder, places, host);
  } finally {
    db.close();
  }
}

export interface RegisterOptions extends Omit<GenerationsHost, 'identity' | 'step'> {
  newId: () => string;
}

export interface OpenRegister {
  generations: Generations;
  /** targets that a person on this machine has sent a secret to for this desk */
  targets: { knows: (target: string) => boolean; learn: (target: string) => void };
}

/**
 * The machine's register of one data folder. A folder without identity, on a disk that cannot be written, counts as
 * unknown.
 */
export function openRegister(db: Sqlite, options: RegisterOptions): OpenRegister {
  const known = knownTargets(options.machine);
  try {
    const identity = identify(db, options.newId);
    return {
      generations: openGenerations({ ...options, identity, step: () => lastStep(db) }),
      targets: {
        knows: (target) => known.knows(identity.desk, target),
        learn: (target) => known.learn(identity.desk, target),
      },
    };
  } catch {
    options.onTrouble({ folder: options.folder });
    return {
      generations: { ready: Promise.resolve(), superseded: () => null, close: () => undefined },
      targets: { knows: () => false, learn: () => undefined },
    };
  }
}
