import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { writePrivateFile } from '../private-files/write-private.ts';
import { lastGeneration } from '../../shared/creates/package-id.ts';
import { isBelievable } from './generation.ts';
import { deskFileName, type Identity } from './identity.ts';

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

export const noteFile = (place: string, { desk }: Pick<Identity, 'desk'>): string =>
  join(place, `${deskFileName(desk)}.generation.json`);

/** `note` is null without a file; `damaged` if the file cannot be read, or names a generation that is not believed. */
export function readNote(place: string, identity: Pick<Identity, 'desk' | 'generation'>): ReadNote {
  try {
    return readNoteText(readFileSync(noteFile(place, identity), 'utf8'), identity);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' || code === 'ENOTDIR' ? noNote : { ...noNote, damaged: true };
  }
}

/** Parses the text of a note; null: no file. */
export function readNoteText(text: string | null, { generation }: Pick<Identity, 'generation'>): ReadNote {
  if (text === null) return noNote;
  try {
    const note = schema.parse(JSON.parse(text));
    return isBelievable(note.generation, generation) ? { note, damaged: false } : { ...noNote, damaged: true };
  } catch {
    return { ...noNote, damaged: true };
  }
}

/**
 * Throws what the file system throws, also if the place is missing: creating it under the mount point of an unmounted
 * share would hide that.
 */
export function writeNote(place: string, identity: Pick<Identity, 'desk'>, note: GenerationNote): void {
  writePrivateFile(noteFile(place, identity), JSON.stringify(note));
}

/** Writes the machine's own note, creating its folder. */
export function writeMachineNote(machine: string, identity: Pick<Identity, 'desk'>, note: GenerationNote): void {
  makePrivateFolder(machine);
  writeNote(machine, identity, note);
}
