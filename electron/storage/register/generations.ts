import { lastGeneration } from '../../../shared/creates/package-id.ts';
import { makePrivateFolder, writePrivateFile } from '../../platform/private-files.ts';
import { isBelievable } from './generation.ts';
import { deskFileName, type Identity } from './identity.ts';
import { readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { z } from 'zod';

const schema = z.object({
  /** folder that is active for this desk, and its generation */
  folder: z.string(),
  generation: z.number().int().min(1).max(lastGeneration),
  /** when that began (ms) */
  at: z.number().min(0).max(8.64e15),
  /** path of the folder; only in the machine's own note, and null if only another machine knows it */
  path: z.string().nullable().default(null),
  /** number of the last history step when this was written; a folder with a lower one is an older copy */
  step: z.number().int().default(0),
});

/** Records which folder of a desk is the active one, as written by this machine or by a restore from a backup. */
export type GenerationNote = z.infer<typeof schema>;
export type ReadNote = { note: GenerationNote | null; damaged: boolean };

const noNote: ReadNote = { note: null, damaged: false };
const damagedNote: ReadNote = { note: null, damaged: true };

export const noteFile = (place: string, { desk }: Pick<Identity, 'desk'>): string =>
  join(place, `${deskFileName(desk)}.generation.json`);

/** Accesses places that may never respond, with a timeout of its own; rejects if a place does not respond. */
export interface RemoteFolders {
  /** the text of a file; null if it does not exist */
  read: (path: string) => Promise<string | null>;
  /** writes only if the folder exists */
  write: (path: string, text: string) => Promise<unknown>;
  /** whether a second folder with the same identity is at `there` */
  isSecond: (identity: Identity, here: string, there: string) => Promise<boolean>;
}

/**
 * The notes of a desk: the machine's own, and those in other places. Without `elsewhere` every place is accessed
 * directly. A note is null without a file; it is damaged if the file cannot be read, or names a generation that is not
 * believed.
 */
export function generationNotes(identity: Identity, machine: string, elsewhere?: RemoteFolders) {
  const fileIn = (place: string): string => noteFile(place, identity);

  function parse(text: string | null): ReadNote {
    if (text === null) return noNote;
    try {
      const note = schema.parse(JSON.parse(text));
      return isBelievable(note.generation, identity.generation) ? { note, damaged: false } : damagedNote;
    } catch {
      return damagedNote;
    }
  }

  function readHere(place: string): ReadNote {
    try {
      return parse(readFileSync(fileIn(place), 'utf8'));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      return code === 'ENOENT' || code === 'ENOTDIR' ? noNote : damagedNote;
    }
  }

  return {
    own: (): ReadNote => readHere(machine),
    /** Identifies the content of the machine's own note; empty if there is none. */
    ownStamp(): string {
      try {
        const found = statSync(fileIn(machine), { throwIfNoEntry: false });
        return found ? `${found.ino} ${found.mtimeMs}` : '';
      } catch {
        return '';
      }
    },
    /** Throws file system errors. */
    writeOwn(note: GenerationNote): void {
      makePrivateFolder(machine);
      writePrivateFile(fileIn(machine), JSON.stringify(note));
    },
    readHere,
    /** A place that does not respond counts as one without a note. */
    readAt: async (place: string): Promise<ReadNote> =>
      elsewhere ? parse(await elsewhere.read(fileIn(place)).catch(() => null)) : readHere(place),
    /**
     * Rejects with what the file system throws, also if the place is missing: creating it under the mount point of an
     * unmounted share would hide that.
     */
    async writeAt(place: string, note: GenerationNote): Promise<void> {
      const text = JSON.stringify({ ...note, path: null });
      await (elsewhere ? elsewhere.write(fileIn(place), text) : writePrivateFile(fileIn(place), text));
    },
  };
}

/**
 * Why a folder is not the active one: its desk was restored into another folder, it is a copy of one that still exists,
 * or it is an older state of itself, as a copy of a folder that is gone.
 */
export interface Superseded {
  reason: 'restored' | 'copy' | 'older';
  /** path of the other folder; empty if only another machine knows it, or if it was at this path */
  by: string;
  /** since when (ms) */
  at: number;
}

/**
 * Judges by one note whether a folder, whose history ends at `step`, may be used. `isElsewhere` returns whether a
 * second copy of the folder is at the note's path: false for a folder that was moved or is reachable by two paths.
 */
export function judgeFolder(
  { folder, generation }: Identity,
  step: number,
  note: GenerationNote | null,
  isElsewhere: (path: string) => boolean,
): Superseded | null {
  if (note === null) return null;
  const by = note.path ?? '';
  if (note.folder !== folder && note.generation < generation) return null;
  if (note.folder !== folder) {
    const reason = note.generation > generation ? 'restored' : 'copy';
    return { reason, by, at: note.at };
  }
  if (note.path !== null && isElsewhere(note.path)) return { reason: 'copy', by, at: note.at };
  return note.generation === generation && note.step > step ? { reason: 'older', by, at: note.at } : null;
}

/** A place that has not responded by then counts as unknown (ms). */
const responseTimeoutMs = 2000;
const checkEveryMs = 5 * 60_000;

export interface GenerationsHost {
  identity: Identity;
  /** number of the last step of the folder's history */
  step: () => number;
  folder: string;
  /** the machine folder */
  machine: string;
  /** other places where a restore may have recorded the active folder; they may never respond */
  places: () => readonly string[];
  elsewhere: RemoteFolders;
  now: () => number;
  timer: { after: (ms: number, run: () => void) => () => void };
  /**
   * told where this machine's own notes cannot be read or written, and (`note`) where another place has a note that
   * cannot be read or is not believed
   */
  onTrouble: (trouble: { folder: string; reason?: 'note' }) => void;
}

/**
 * Determines whether a folder is the active one of its desk, and records it: the highest generation wins, and between a
 * folder and its copy the original. If nothing can be read or written, work continues.
 */
export function openGenerations(host: GenerationsHost) {
  const { identity, folder, machine, now, timer, elsewhere, step } = host;
  const notes = generationNotes(identity, machine, elsewhere);
  /** last step this folder reached; its own notes never record a higher one */
  let lastKnownStep = step();
  let lastStamp = '';
  let current: Superseded | null = null;
  let closed = false;
  let cancel = (): void => undefined;

  function read(): GenerationNote | null {
    lastStamp = notes.ownStamp();
    const { note, damaged } = notes.own();
    if (damaged) host.onTrouble({ folder: machine });
    return note;
  }

  function write(note: GenerationNote): void {
    try {
      notes.writeOwn(note);
      lastStamp = notes.ownStamp();
    } catch {
      host.onTrouble({ folder: machine });
    }
  }

  /** Undefined if a place does not respond in time. */
  async function withTimeout<T>(answer: Promise<T>): Promise<T | undefined> {
    let stop = (): void => undefined;
    const late = new Promise<undefined>((resolve) => (stop = timer.after(responseTimeoutMs, () => resolve(undefined))));
    try {
      return await Promise.race([answer.catch(() => undefined), late]);
    } finally {
      stop();
    }
  }

  async function isCopyAt(path: string): Promise<boolean> {
    if (path === folder) return false;
    return (await withTimeout(elsewhere.isSecond(identity, folder, path))) === true;
  }

  const isInFolder = (place: string): boolean => place.startsWith(folder + sep);

  /** The folder's own place is on its own disk. */
  const readNoteAt = async (place: string): Promise<ReadNote> =>
    isInFolder(place) ? notes.readHere(place) : ((await withTimeout(notes.readAt(place))) ?? noNote);

  /**
   * The newest note of other places: from a restore on another machine, out of a backup or a journal of this folder.
   */
  async function newestElsewhere(): Promise<GenerationNote | null> {
    const places = host.places();
    const found = await Promise.all(places.map(readNoteAt));
    const damaged = places.find((_place, index) => found[index]?.damaged);
    if (damaged !== undefined) host.onTrouble({ folder: damaged, reason: 'note' });
    const known = found.flatMap(({ note }) => note ?? []);
    return known.toSorted((a, b) => b.generation - a.generation)[0] ?? null;
  }

  async function check(): Promise<void> {
    const note = read();
    // the machine's own note applies before any place responds
    current ??= judgeFolder(identity, lastKnownStep, note, () => false);
    const path = note?.folder === identity.folder ? note.path : null;
    // in parallel: the first captures wait for both
    const [second, known] = await Promise.all([path !== null && isCopyAt(path), newestElsewhere()]);
    current = judgeFolder(identity, lastKnownStep, note, () => second);
    const newest = current ? null : known;
    if (newest) current = judgeFolder(identity, lastKnownStep, { ...newest, path: null }, () => false);
    if (closed) return;
    if (current && newest) write({ ...newest, path: null });
    else if (!current) await recordOwn(note, known);
  }

  /**
   * Records the step this folder has reached, so that an older copy is recognised: on the machine, and where backups
   * and journals are stored.
   */
  async function recordOwn(here: GenerationNote | null, there: GenerationNote | null): Promise<void> {
    const own = { folder: identity.folder, generation: identity.generation, at: now(), path: folder, step: lastStep() };
    const isOutdated = (note: GenerationNote | null): boolean => note?.folder !== own.folder || note.step < own.step;
    if (isOutdated(here) || here?.path !== folder || here.generation !== own.generation) write(own);
    if (there !== null && !isOutdated(there)) return;
    const otherPlaces = host.places().filter((place) => !isInFolder(place));
    await Promise.all(otherPlaces.map((place) => withTimeout(notes.writeAt(place, own))));
  }

  /** The highest step known, even if the disk can no longer be read. */
  function lastStep(): number {
    try {
      lastKnownStep = Math.max(lastKnownStep, step());
    } catch {
      // what was reached before still holds
    }
    return lastKnownStep;
  }

  async function checkAgain(): Promise<void> {
    await check();
    if (!closed) cancel = timer.after(checkEveryMs, () => void checkAgain());
  }

  return {
    /** settles after the first check of every place, or the timeout of those that do not respond */
    ready: checkAgain(),
    /** Why this folder must not be used now; null if it may. Takes some µs, unless the machine's note has changed. */
    superseded(): Superseded | null {
      if (notes.ownStamp() !== lastStamp) {
        const note = read();
        // Copy detection is async; do not decide here.
        const isCopy = note?.folder === identity.folder && current?.reason === 'copy';
        if (!isCopy) current = judgeFolder(identity, lastKnownStep, note, () => false);
      }
      return current;
    },
    close(): void {
      closed = true;
      cancel();
      const note = read();
      if (current || note?.folder !== identity.folder || note.generation !== identity.generation) return;
      if (note.path === folder && note.step < lastStep()) write({ ...note, at: now(), step: lastStep() });
    },
  };
}
export type Generations = ReturnType<typeof openGenerations>;
