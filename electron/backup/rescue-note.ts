import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivate } from '../private-files/write-private.ts';
import type { Fetched } from './fetch-newest.ts';

const note = z.strictObject({
  at: z.number(),
  /** why another file stands in its place: it was damaged, or a person chose a backup. Notes of before tell of damage alone */
  why: z.enum(['damaged', 'chosen']).default('damaged'),
  /** where the file of before lies now */
  aside: z.string(),
  /** the backup that was opened in its place, and when it was made (ms) */
  from: z.string(),
  madeAt: z.number(),
  entries: z.number(),
  fromJournal: z.number(),
  maybeTaken: z.number(),
  /** entries that only the journal knew and that could not be entered, and lines of it that cannot be read */
  lost: z.number(),
  /**
   * Operators, settings and erasures were taken over from the file of before: how many operators and which settings are other than in the
   * backup, and how many entries were erased again. Null: they could not be read, and those of the backup count. Not there: an older program
   * wrote the note, which took nothing over.
   */
  kept: z.object({ operators: z.number(), settings: z.array(z.string()), erased: z.number() }).nullish(),
  seen: z.boolean(),
});

/** What happened when a file was set aside; kept with the folder until a person has read it. */
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

const wanted = z.looseObject({ chosen: z.strictObject({ path: z.string(), at: z.number() }).optional() });

export interface RescueWish {
  /** a person chose this backup, and a copy of it lies beside the file (`chosenCopy`); without, the newest good one is looked for */
  chosen?: Fetched | undefined;
}

/** A copy of the backup that a person chose, open and found whole. */
export const chosenCopy = (folder: string): string => join(folder, 'chosen-backup.db');

/** A full check found that the file's structure is broken: the next start sets it aside, since nothing written to it can be relied on. */
export const wantRescue = (folder: string, says: string): void =>
  writePrivate(wantedAt(folder), JSON.stringify({ says }));
/** A person chose a backup, whose copy lies there: the next start opens it in place of the file. */
export const wantChosen = (folder: string, chosen: Fetched): void =>
  writePrivate(wantedAt(folder), JSON.stringify({ chosen }));

/** What the next start is to do; null where it simply opens the file. A note that cannot be read asks for the newest good backup. */
export function readRescueWish(folder: string): RescueWish | null {
  let text: string;
  try {
    text = readFileSync(wantedAt(folder), 'utf8');
  } catch {
    return null;
  }
  if (text === '') return null;
  try {
    return wanted.parse(JSON.parse(text));
  } catch {
    return {};
  }
}
export function forgetRescue(folder: string): void {
  rmSync(wantedAt(folder), { force: true });
  rmSync(chosenCopy(folder), { force: true });
}
