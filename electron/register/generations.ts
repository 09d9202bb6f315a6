import { statSync } from 'node:fs';
import { sep } from 'node:path';
import type { Identity } from './identity.ts';
import { judgeFolder, type Superseded } from './judge-folder.ts';
import {
  noteFile,
  readNote,
  readNoteText,
  writeOwnNote,
  type GenerationNote,
  type ReadNote,
} from './generation-note.ts';

/** Reaches places that may never answer, and answers itself in time; rejects where a place does not. */
export interface OtherPlaces {
  /** the text of a file; null where there is none */
  read: (path: string) => Promise<string | null>;
  /** only where its folder is there */
  write: (path: string, text: string) => Promise<unknown>;
  /** whether a second folder of the same name lies at `there` */
  isSecond: (identity: Identity, here: string, there: string) => Promise<boolean>;
}

/** A place that has not answered by then is one nothing is known from (ms). */
const answersWithinMs = 2000;
const checkEveryMs = 5 * 60_000;

export interface GenerationsHost {
  identity: Identity;
  /** of the folder's history, as far as it goes now */
  step: () => number;
  folder: string;
  /** what this machine knows of its folders */
  machine: string;
  /** other places where a restore may have written down which folder is the one to work in; they may never answer */
  places: () => readonly string[];
  elsewhere: OtherPlaces;
  now: () => number;
  timer: { after: (ms: number, run: () => void) => () => void };
  /** told where this machine's own notes cannot be read or written, and (null) where they can again */
  onTrouble: (trouble: { folder: string } | null) => void;
}

/**
 * Knows whether a folder is the one its desk is worked on in, and sees to it that this is known: the newest generation is, and of a
 * folder and its copy the one that was there first. Where nothing can be read or written, work goes on.
 */
export function openGenerations(host: GenerationsHost) {
  const { identity, folder, machine, now, timer, elsewhere, step } = host;
  /** how far this folder came; its own notes never tell of more */
  let reached = step();
  let seen = '';
  let standing: Superseded | null = null;
  let closed = false;
  let cancel = (): void => undefined;

  function stamp(): string {
    try {
      const found = statSync(noteFile(machine, identity), { throwIfNoEntry: false });
      return found ? `${found.ino} ${found.mtimeMs}` : '';
    } catch {
      return '';
    }
  }

  function read(): GenerationNote | null {
    seen = stamp();
    const { note, damaged } = readNote(machine, identity);
    if (damaged) host.onTrouble({ folder: machine });
    return note;
  }

  function write(note: GenerationNote): void {
    try {
      writeOwnNote(machine, identity, note);
      seen = stamp();
    } catch {
      host.onTrouble({ folder: machine });
    }
  }

  /** Undefined where a place does not answer in time. */
  async function soon<T>(answer: Promise<T>): Promise<T | undefined> {
    let stop = (): void => undefined;
    const late = new Promise<undefined>((resolve) => (stop = timer.after(answersWithinMs, () => resolve(undefined))));
    try {
      return await Promise.race([answer.catch(() => undefined), late]);
    } finally {
      stop();
    }
  }

  async function isElsewhere(path: string): Promise<boolean> {
    if (path === folder) return false;
    return (await soon(elsewhere.isSecond(identity, folder, path))) === true;
  }

  const isOwn = (place: string): boolean => place.startsWith(folder + sep);

  async function noteAt(place: string): Promise<ReadNote> {
    // the folder's own is on its own disk
    if (isOwn(place)) return readNote(place, identity);
    return readNoteText((await soon(elsewhere.read(noteFile(place, identity)))) ?? null);
  }

  /** What other places know: a restore on another machine, from a backup or a journal of this folder. */
  async function newestElsewhere(): Promise<GenerationNote | null> {
    const read = await Promise.all(host.places().map(noteAt));
    const notes = read.flatMap((found) => found.note ?? []);
    return notes.toSorted((a, b) => b.generation - a.generation)[0] ?? null;
  }

  async function check(): Promise<void> {
    const note = read();
    // what this machine knows by itself holds before any place is asked
    standing ??= judgeFolder(identity, reached, note, () => false);
    const path = note?.folder === identity.folder ? note.path : null;
    // at once: the first captures wait for both
    const [second, known] = await Promise.all([path !== null && isElsewhere(path), newestElsewhere()]);
    standing = judgeFolder(identity, reached, note, () => second);
    const newest = standing ? null : known;
    if (newest) standing = judgeFolder(identity, reached, { ...newest, path: null }, () => false);
    if (closed) return;
    if (standing && newest) write({ ...newest, path: null });
    else if (!standing) await noteOwn(note, known);
  }

  /** How far this folder has come, so that an older state of it is told: on the machine, and where backups and journals go. */
  async function noteOwn(here: GenerationNote | null, there: GenerationNote | null): Promise<void> {
    const own = { folder: identity.folder, generation: identity.generation, at: now(), path: folder, step: lastStep() };
    const isNews = (note: GenerationNote | null): boolean => note?.folder !== own.folder || note.step < own.step;
    if (isNews(here) || here?.path !== folder || here.generation !== own.generation) write(own);
    if (there !== null && !isNews(there)) return;
    const far = host.places().filter((place) => !isOwn(place));
    await Promise.all(
      far.map((place) => soon(elsewhere.write(noteFile(place, identity), JSON.stringify({ ...own, path: null })))),
    );
  }

  /** As far as the disk still tells. */
  function lastStep(): number {
    try {
      reached = Math.max(reached, step());
    } catch {
      // what was reached before still holds
    }
    return reached;
  }

  async function checkAgain(): Promise<void> {
    await check();
    if (!closed) cancel = timer.after(checkEveryMs, () => void checkAgain());
  }

  return {
    /** settles after the first look at every place, or when those that do not answer have had their time */
    ready: checkAgain(),
    /** What stands in the way of working here now. Costs some µs, unless this machine has noted something new. */
    superseded(): Superseded | null {
      if (stamp() !== seen) {
        const note = read();
        // who is the copy of whom is looked at with time
        const isCopy = note?.folder === identity.folder && standing?.reason === 'copy';
        if (!isCopy) standing = judgeFolder(identity, reached, note, () => false);
      }
      return standing;
    },
    close(): void {
      closed = true;
      cancel();
      const note = read();
      if (standing || note?.folder !== identity.folder || note.generation !== identity.generation) return;
      if (note.path === folder && note.step < lastStep()) write({ ...note, at: now(), step: lastStep() });
    },
  };
}
export type Generations = ReturnType<typeof openGenerations>;
