import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivate } from '../private-files/write-private.ts';

const note = z.strictObject({
  at: z.number(),
  /** where the damaged file lies now */
  aside: z.string(),
  /** the backup that was opened in its place, and when it was made (ms) */
  from: z.string(),
  madeAt: z.number(),
  entries: z.number(),
  fromJournal: z.number(),
  maybeTaken: z.number(),
  /** entries that only the journal knew and that could not be entered, and lines of it that cannot be read */
  lost: z.number(),
  seen: z.boolean(),
});

/** What happened when a damaged file was set aside; kept with the folder until a person has read it. */
export type RescueNote = z.infer<typeof note>;

const pathOf = (folder: string): string => join(folder, 'rescued.json');

export function readRescueNote(folder: string): RescueNote | null {
  try {
    return note.parse(JSON.parse(readFileSync(pathOf(folder), 'utf8')));
  } catch {
    return null;
  }
}

export function writeRescueNote(folder: string, note: RescueNote): void {
  writePrivate(pathOf(folder), JSON.stringify(note));
}

const wantedAt = (folder: string): string => join(folder, 'rescue-wanted.json');

/** A full check found that the file's structure is broken: the next start sets it aside, since nothing written to it can be relied on. */
export const wantRescue = (folder: string, says: string): void =>
  writePrivate(wantedAt(folder), JSON.stringify({ says }));
export function isRescueWanted(folder: string): boolean {
  try {
    return readFileSync(wantedAt(folder), 'utf8') !== '';
  } catch {
    return false;
  }
}
export const forgetRescue = (folder: string): void => rmSync(wantedAt(folder), { force: true });
