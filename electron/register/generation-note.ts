import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { writePrivate } from '../private-files/write-private.ts';
import { nameOfDesk, type Identity } from './identity.ts';

const schema = z.object({
  /** the folder that this desk is worked on in, and its generation */
  folder: z.string(),
  /** one that no desk reaches was written by somebody else, and would leave no greater ones to give */
  generation: z.number().int().min(1).max(1_000_000_000),
  /** when that began (ms) */
  at: z.number(),
  /** where it lies; only on the machine itself, and null where only another machine knows */
  path: z.string().nullable().default(null),
  /** number of the last step of its history when this was written; a folder of less is an older state of it */
  step: z.number().int().default(0),
});

/** Which folder of a desk is the one to work in, as somebody wrote it down: this machine, or who restored from a backup. */
export type GenerationNote = z.infer<typeof schema>;
export type ReadNote = { note: GenerationNote | null; damaged: boolean };

const none: ReadNote = { note: null, damaged: false };

export const noteFile = (place: string, { desk }: Pick<Identity, 'desk'>): string =>
  join(place, `${nameOfDesk(desk)}.generation.json`);

/** Nothing where there is none; `damaged` where there is one that cannot be read. */
export function readNote(place: string, identity: Pick<Identity, 'desk'>): ReadNote {
  try {
    return readNoteText(readFileSync(noteFile(place, identity), 'utf8'));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' || code === 'ENOTDIR' ? none : { ...none, damaged: true };
  }
}

/** The same of a note's text; null: there is none. */
export function readNoteText(text: string | null): ReadNote {
  if (text === null) return none;
  try {
    return { note: schema.parse(JSON.parse(text)), damaged: false };
  } catch {
    return { ...none, damaged: true };
  }
}

/**
 * Throws what the file system throws, where the place is not there too: one made under the mount point of a share that is away would
 * hide that it is.
 */
export function writeNote(place: string, identity: Pick<Identity, 'desk'>, note: GenerationNote): void {
  writePrivate(noteFile(place, identity), JSON.stringify(note));
}

/** The same for what this machine knows, whose own place is made. */
export function writeOwnNote(machine: string, identity: Pick<Identity, 'desk'>, note: GenerationNote): void {
  makePrivateFolder(machine);
  writeNote(machine, identity, note);
}
