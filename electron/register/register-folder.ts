import type { Sqlite } from '../database/open-sqlite.ts';
import { factStore } from '../outbox/facts.ts';
import { generationAfter } from './generation.ts';
import {
  noteFile,
  readNote,
  readNoteText,
  writeNote,
  writeMachineNote,
  type GenerationNote,
  type ReadNote,
} from './generation-note.ts';
import type { RemoteFolders } from './generations.ts';
import { identify, lastStep, type Identity } from './identity.ts';

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
  /** where a note of this desk lay that cannot be read, or names a generation that is not believed; it was written over */
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
