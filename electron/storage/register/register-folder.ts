import { factStore } from '../database/facts.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { generationAfter } from './generation.ts';
import {
  noteFile,
  readNote,
  readNoteText,
  writeNote,
  writeMachineNote,
  type GenerationNote,
  type ReadNote,
  type RemoteFolders,
  openGenerations,
  type Generations,
  type GenerationsHost,
} from './generations.ts';
import { identify, lastStep, type Identity } from './identity.ts';
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
  const own = identity.generation;
  const found = [
    readNote(host.machine, identity),
    ...(await Promise.all(places.map((place) => noteAt(place, identity, host.elsewhere)))),
  ];
  const known = found.flatMap(({ note }) => note?.generation ?? []);
  const generation = Math.max(own, ...known.map(generationAfter));
  if (generation > own) factStore(db).set('generation', String(generation));
  const step = lastStep(db);
  const note = (at: string | null) => ({ folder: identity.folder, generation, at: host.now(), path: at, step });
  const written = await Promise.all([
    succeeds(() => writeMachineNote(host.machine, identity, note(path))),
    ...places.map((place) => succeeds(() => writeAt(place, identity, note(null), host.elsewhere))),
  ]);
  const all = [host.machine, ...places];
  return {
    generation,
    notRegistered: all.filter((_, index) => !written[index]),
    notBelieved: all.filter((_, index) => found[index]?.damaged),
  };
}

async function noteAt(place: string, identity: Identity, elsewhere?: RemoteFolders): Promise<ReadNote> {
  if (!elsewhere) return readNote(place, identity);
  const text = await elsewhere.read(noteFile(place, identity)).catch(() => null);
  return readNoteText(text, identity);
}

const writeAt = (place: string, identity: Identity, note: GenerationNote, elsewhere?: RemoteFolders): unknown =>
  elsewhere ? elsewhere.write(noteFile(place, identity), JSON.stringify(note)) : writeNote(place, identity, note);

async function succeeds(act: () => unknown): Promise<boolean> {
  try {
    await act();
    return true;
  } catch {
    return false;
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
