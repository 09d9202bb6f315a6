import type { Sqlite } from '../database/open-sqlite.ts';
import { factStore } from '../outbox/facts.ts';
import { noteFile, readNote, readNoteText, writeNote, writeOwnNote, type GenerationNote } from './generation-note.ts';
import type { OtherPlaces } from './generations.ts';
import { identify, lastStep, type Identity } from './identity.ts';

export interface RegisterHost {
  now: () => number;
  newId: () => string;
  /** the machine folder */
  machine: string;
  /** accesses places that may never respond; if omitted, they are accessed directly */
  elsewhere?: OtherPlaces;
}

export interface Registered {
  generation: number;
  /** places where the new generation could not be recorded */
  notRegistered: string[];
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
): Promise<Registered> {
  const { generation: own, ...identity } = identify(db, host.newId);
  const found = await Promise.all(places.map((place) => generationAt(place, identity, host.elsewhere)));
  const known = [...found, readNote(host.machine, identity).note?.generation ?? 0];
  const generation = Math.max(own, ...known.map((one) => one + 1));
  if (generation > own) factStore(db).set('generation', String(generation));
  const step = lastStep(db);
  const note = (at: string | null) => ({ folder: identity.folder, generation, at: host.now(), path: at, step });
  const written = await Promise.all([
    wasDone(() => writeOwnNote(host.machine, identity, note(path))),
    ...places.map((place) => wasDone(() => writeAt(place, identity, note(null), host.elsewhere))),
  ]);
  return { generation, notRegistered: [host.machine, ...places].filter((_, index) => !written[index]) };
}

type Named = Omit<Identity, 'generation'>;

async function generationAt(place: string, identity: Named, elsewhere?: OtherPlaces): Promise<number> {
  if (!elsewhere) return readNote(place, identity).note?.generation ?? 0;
  const text = await elsewhere.read(noteFile(place, identity)).catch(() => null);
  return readNoteText(text).note?.generation ?? 0;
}

const writeAt = (place: string, identity: Named, note: GenerationNote, elsewhere?: OtherPlaces): unknown =>
  elsewhere ? elsewhere.write(noteFile(place, identity), JSON.stringify(note)) : writeNote(place, identity, note);

async function wasDone(act: () => unknown): Promise<boolean> {
  try {
    await act();
    return true;
  } catch {
    return false;
  }
}
