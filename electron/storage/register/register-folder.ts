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
  /** access to folders that may never respond; if omitted, they are accessed directly */
  remoteFolders?: RemoteFolders;
}

export interface RegisterResult {
  generation: number;
  /** folders in which the new generation could not be recorded */
  notRegistered: string[];
  /**
   * folders whose note of this desk could not be read or had an implausible generation; the note was replaced
   */
  notBelieved: string[];
}

/**
 * Records on the machine and in `otherFolders` that a folder with a new generation is the active one of its desk. Its
 * generation is raised above all that are recorded there.
 */
export async function registerFolder(
  db: Sqlite,
  path: string,
  otherFolders: readonly string[],
  host: RegisterHost,
): Promise<RegisterResult> {
  const identity = identify(db, host.newId);
  const notes = generationNotes(identity, host.machine, host.remoteFolders);
  const ownGeneration = identity.generation;
  const existingNotes = [notes.readOwn(), ...(await Promise.all(otherFolders.map(notes.readNote)))];
  const recordedGenerations = existingNotes.flatMap(({ note }) => note?.generation ?? []);
  const generation = Math.max(ownGeneration, ...recordedGenerations.map(generationAfter));
  if (generation > ownGeneration) factStore(db).set('generation', String(generation));
  const note = { folder: identity.folder, generation, at: host.now(), path, step: lastStep(db) };
  const writes = await Promise.allSettled([
    (async () => notes.writeOwn(note))(),
    ...otherFolders.map((noteFolder) => notes.writeNote(noteFolder, note)),
  ]);
  const noteFolders = [host.machine, ...otherFolders];
  return {
    generation,
    notRegistered: noteFolders.filter((_, index) => writes[index]?.status === 'rejected'),
    notBelieved: noteFolders.filter((_, index) => existingNotes[index]?.isDamaged),
  };
}

/**
 * Registers a restored folder as the active one wherever the lost folder would look for a note: on the machine, beside
 * the backup and in the journal it was made from. Folders of backup tests are not registered.
 */
export async function registerRestored(
  folder: string,
  otherFolders: readonly string[],
  host: RegisterHost,
): Promise<RegisterResult> {
  const db = openDesk(folder);
  try {
    return await registerFolder(db, folder, otherFolders, host);
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
 * The machine's register of one data folder. If the folder has no identity and its disk cannot be written, it counts as
 * active, and no target is known.
 */
export function openRegister(db: Sqlite, options: RegisterOptions): OpenRegister {
  const machineTargets = knownTargets(options.machine);
  try {
    const identity = identify(db, options.newId);
    return {
      generations: openGenerations({ ...options, identity, step: () => lastStep(db) }),
      targets: {
        knows: (target) => machineTargets.knows(identity.desk, target),
        learn: (target) => machineTargets.learn(identity.desk, target),
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
