import { lastGeneration } from '../../../shared/creates/package-id.ts';
import { makePrivateFolder, writePrivateFile } from '../../platform/private-files.ts';
import { isPlausible } from './generation.ts';
import { deskFileName, type Identity } from './identity.ts';
import { readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { z } from 'zod';

const noteSchema = z.object({
  /** folder that is active for this desk, and its generation */
  folder: z.string(),
  generation: z.number().int().min(1).max(lastGeneration),
  /** when that began (ms) */
  at: z.number().min(0).max(8.64e15),
  /** path of the folder; only in the machine's own note; null if only another machine knows it */
  path: z.string().nullable().default(null),
  /** number of the folder's last history step when this was written; a folder with a lower one is an older copy */
  step: z.number().int().default(0),
});

/** Records which folder of a desk is the active one, as written by this machine or by a restore from a backup. */
export type GenerationNote = z.infer<typeof noteSchema>;
export type ReadNote = { note: GenerationNote | null; isDamaged: boolean };

const noNote: ReadNote = { note: null, isDamaged: false };
const damagedNote: ReadNote = { note: null, isDamaged: true };

export const noteFile = (noteFolder: string, { desk }: Pick<Identity, 'desk'>): string =>
  join(noteFolder, `${deskFileName(desk)}.generation.json`);

/** Access to folders that may never respond, such as those on a share; rejects if one does not respond in time. */
export interface RemoteFolders {
  /** the text of a file; null if it does not exist */
  read: (path: string) => Promise<string | null>;
  /** writes only if the folder exists */
  write: (path: string, text: string) => Promise<unknown>;
  /** whether a second folder with the same identity is at `otherPath` */
  isSecond: (identity: Identity, thisPath: string, otherPath: string) => Promise<boolean>;
}

/**
 * The notes of a desk: the machine's own, and those in other folders. Without `remoteFolders`, every folder is accessed
 * directly. A note is null if there is no file; it is damaged if the file cannot be read or has an implausible
 * generation.
 */
export function generationNotes(identity: Identity, machine: string, remoteFolders?: RemoteFolders) {
  const notePath = (noteFolder: string): string => noteFile(noteFolder, identity);

  function parse(text: string | null): ReadNote {
    if (text === null) return noNote;
    try {
      const note = noteSchema.parse(JSON.parse(text));
      return isPlausible(note.generation, identity.generation) ? { note, isDamaged: false } : damagedNote;
    } catch {
      return damagedNote;
    }
  }

  function readDirectly(noteFolder: string): ReadNote {
    try {
      return parse(readFileSync(notePath(noteFolder), 'utf8'));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      return code === 'ENOENT' || code === 'ENOTDIR' ? noNote : damagedNote;
    }
  }

  return {
    readOwn: (): ReadNote => readDirectly(machine),
    /** Identifies the content of the machine's own note; empty if there is none. */
    ownNoteStamp(): string {
      try {
        const stats = statSync(notePath(machine), { throwIfNoEntry: false });
        return stats ? `${stats.ino} ${stats.mtimeMs}` : '';
      } catch {
        return '';
      }
    },
    /** Throws file system errors. */
    writeOwn(note: GenerationNote): void {
      makePrivateFolder(machine);
      writePrivateFile(notePath(machine), JSON.stringify(note));
    },
    readHere: readDirectly,
    /** A folder that does not respond counts as one without a note. */
    readNote: async (noteFolder: string): Promise<ReadNote> =>
      remoteFolders
        ? parse(await remoteFolders.read(notePath(noteFolder)).catch(() => null))
        : readDirectly(noteFolder),
    /**
     * Rejects with file system errors, also if the folder is missing: it may be on a share that is not mounted, so it
     * is not created.
     */
    async writeNote(noteFolder: string, note: GenerationNote): Promise<void> {
      const text = JSON.stringify({ ...note, path: null });
      await (remoteFolders
        ? remoteFolders.write(notePath(noteFolder), text)
        : writePrivateFile(notePath(noteFolder), text));
    },
  };
}

/**
 * Why a folder is not the active one. `restored`: its desk was restored into another folder; `copy`: it is a copy of a
 * folder that still exists; `older`: it is an older state of itself, such as the copy of a folder that is gone.
 */
export interface Superseded {
  reason: 'restored' | 'copy' | 'older';
  /** path of the other folder; empty if only another machine knows it, or if it was at this path */
  by: string;
  /** since when (ms) */
  at: number;
}

/**
 * Judges by one note whether a folder, whose history ends at `step`, may be used; null if it may. `isCopyAtPath`
 * returns whether a second copy of the folder is at the note's path: false for a folder that was moved or is reachable
 * by two paths.
 */
export function judgeFolder(
  { folder, generation }: Identity,
  step: number,
  note: GenerationNote | null,
  isCopyAtPath: (path: string) => boolean,
): Superseded | null {
  if (note === null) return null;
  const otherPath = note.path ?? '';
  if (note.folder !== folder && note.generation < generation) return null;
  if (note.folder !== folder) {
    const reason = note.generation > generation ? 'restored' : 'copy';
    return { reason, by: otherPath, at: note.at };
  }
  if (note.path !== null && isCopyAtPath(note.path)) return { reason: 'copy', by: otherPath, at: note.at };
  return note.generation === generation && note.step > step ? { reason: 'older', by: otherPath, at: note.at } : null;
}

/** A folder that does not respond within this time counts as one without a note. */
const responseTimeoutMs = 2000;
const checkEveryMs = 5 * 60_000;

export interface GenerationsHost {
  identity: Identity;
  /** number of the last step of the folder's history */
  step: () => number;
  folder: string;
  /** the machine folder */
  machine: string;
  /** other folders in which a restore may have written a note; they may never respond */
  noteFolders: () => readonly string[];
  remoteFolders: RemoteFolders;
  now: () => number;
  timer: { after: (ms: number, run: () => void) => () => void };
  /**
   * called with the machine folder if its note cannot be read or written; with reason `note` and another folder if the
   * note there is damaged
   */
  onTrouble: (trouble: { folder: string; reason?: 'note' }) => void;
}

/**
 * Determines whether a folder is the active one of its desk, and records it in notes. The highest generation wins; of a
 * folder and its copy, the original wins. If no note can be read or written, the folder may be used.
 */
export function openGenerations(host: GenerationsHost) {
  const { identity, folder, machine, now, timer, remoteFolders, step } = host;
  const notes = generationNotes(identity, machine, remoteFolders);
  /** last step this folder reached; its own notes never record a higher one */
  let lastKnownStep = step();
  let lastStamp = '';
  let current: Superseded | null = null;
  let isClosed = false;
  let cancelCheck = (): void => undefined;

  function readOwnNote(): GenerationNote | null {
    lastStamp = notes.ownNoteStamp();
    const { note, isDamaged: damaged } = notes.readOwn();
    if (damaged) host.onTrouble({ folder: machine });
    return note;
  }

  function writeOwnNote(note: GenerationNote): void {
    try {
      notes.writeOwn(note);
      lastStamp = notes.ownNoteStamp();
    } catch {
      host.onTrouble({ folder: machine });
    }
  }

  /** Resolves to undefined if the promise rejects, or does not settle in time. */
  async function withTimeout<T>(resultPromise: Promise<T>): Promise<T | undefined> {
    let cancelTimer = (): void => undefined;
    const timeout = new Promise<undefined>(
      (resolve) => (cancelTimer = timer.after(responseTimeoutMs, () => resolve(undefined))),
    );
    try {
      return await Promise.race([resultPromise.catch(() => undefined), timeout]);
    } finally {
      cancelTimer();
    }
  }

  async function isCopyAt(path: string): Promise<boolean> {
    if (path === folder) return false;
    return (await withTimeout(remoteFolders.isSecond(identity, folder, path))) === true;
  }

  const isInFolder = (noteFolder: string): boolean => noteFolder.startsWith(folder + sep);

  /** Subfolders are on the data folder's own disk, so they are read directly. */
  const readNoteInTime = async (noteFolder: string): Promise<ReadNote> =>
    isInFolder(noteFolder) ? notes.readHere(noteFolder) : ((await withTimeout(notes.readNote(noteFolder))) ?? noNote);

  /**
   * The newest note of other folders: a restore on another machine writes one beside the backup or journal it used.
   */
  async function newestRemoteNote(): Promise<GenerationNote | null> {
    const noteFolders = host.noteFolders();
    const results = await Promise.all(noteFolders.map(readNoteInTime));
    const damagedFolder = noteFolders.find((_place, index) => results[index]?.isDamaged);
    if (damagedFolder !== undefined) host.onTrouble({ folder: damagedFolder, reason: 'note' });
    const validNotes = results.flatMap(({ note }) => note ?? []);
    return validNotes.toSorted((a, b) => b.generation - a.generation)[0] ?? null;
  }

  async function check(): Promise<void> {
    const note = readOwnNote();
    // the machine's own note applies before any other folder responds
    current ??= judgeFolder(identity, lastKnownStep, note, () => false);
    const path = note?.folder === identity.folder ? note.path : null;
    // in parallel: the first captures wait for both
    const [hasCopy, remoteNote] = await Promise.all([path !== null && isCopyAt(path), newestRemoteNote()]);
    current = judgeFolder(identity, lastKnownStep, note, () => hasCopy);
    const newerNote = current ? null : remoteNote;
    if (newerNote) current = judgeFolder(identity, lastKnownStep, { ...newerNote, path: null }, () => false);
    if (isClosed) return;
    if (current && newerNote) writeOwnNote({ ...newerNote, path: null });
    else if (!current) await recordOwn(note, remoteNote);
  }

  /**
   * Records the last step of this folder, so that an older copy is recognised: on the machine, and in the folders of
   * backups and journals.
   */
  async function recordOwn(localNote: GenerationNote | null, remoteNote: GenerationNote | null): Promise<void> {
    const ownNote = {
      folder: identity.folder,
      generation: identity.generation,
      at: now(),
      path: folder,
      step: lastStep(),
    };
    const isOutdated = (note: GenerationNote | null): boolean =>
      note?.folder !== ownNote.folder || note.step < ownNote.step;
    if (isOutdated(localNote) || localNote?.path !== folder || localNote.generation !== ownNote.generation)
      writeOwnNote(ownNote);
    if (remoteNote !== null && !isOutdated(remoteNote)) return;
    const remoteNoteFolders = host.noteFolders().filter((noteFolder) => !isInFolder(noteFolder));
    await Promise.all(remoteNoteFolders.map((noteFolder) => withTimeout(notes.writeNote(noteFolder, ownNote))));
  }

  /** The highest step known, even if the disk can no longer be read. */
  function lastStep(): number {
    try {
      lastKnownStep = Math.max(lastKnownStep, step());
    } catch {
      // the step known before is still a lower limit
    }
    return lastKnownStep;
  }

  async function checkPeriodically(): Promise<void> {
    await check();
    if (!isClosed) cancelCheck = timer.after(checkEveryMs, () => void checkPeriodically());
  }

  return {
    /** resolves after the first check of every folder, or the timeout of those that do not respond */
    ready: checkPeriodically(),
    /** Why this folder must not be used now; null if it may. Takes some µs, unless the machine's note has changed. */
    superseded(): Superseded | null {
      if (notes.ownNoteStamp() !== lastStamp) {
        const note = readOwnNote();
        // whether it is a copy can only be checked asynchronously, so that reason stays until the next check
        const isCopy = note?.folder === identity.folder && current?.reason === 'copy';
        if (!isCopy) current = judgeFolder(identity, lastKnownStep, note, () => false);
      }
      return current;
    },
    close(): void {
      isClosed = true;
      cancelCheck();
      const note = readOwnNote();
      if (current || note?.folder !== identity.folder || note.generation !== identity.generation) return;
      if (note.path === folder && note.step < lastStep()) writeOwnNote({ ...note, at: now(), step: lastStep() });
    },
  };
}
export type Generations = ReturnType<typeof openGenerations>;
