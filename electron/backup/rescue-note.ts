import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivate } from '../private-files/write-private.ts';
import type { Fetched } from './fetch-newest.ts';

const note = z.strictObject({
  at: z.number(),
  /** why the file was replaced: it was damaged, or a user chose a backup; older notes have only damage */
  why: z.enum(['damaged', 'chosen']).default('damaged'),
  /** where the old file is now */
  aside: z.string(),
  /** the backup that replaced it, and when that was made (ms) */
  from: z.string(),
  madeAt: z.number(),
  entries: z.number(),
  fromJournal: z.number(),
  maybeTaken: z.number(),
  /** entries only in the journal that could not be entered, plus its unreadable lines */
  lost: z.number(),
  /**
   * Operators, settings and erasures carried over from the old file: how many operators and which settings differ from
   * the backup, and how many entries were erased again. Null: they could not be read, and the backup's apply. Missing:
   * an older program wrote the note, which carried nothing over.
   */
  kept: z.object({ operators: z.number(), settings: z.array(z.string()), erased: z.number() }).nullish(),
  seen: z.boolean(),
});

/** What happened when a file was set aside; stays with the folder until a user has read it. */
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
  /** the backup a user chose, with a copy of it beside the file (`chosenCopy`); without, the newest good one is used */
  chosen?: Fetched | undefined;
}

/** Path of the unlocked and verified copy of the backup that a user chose. */
export const chosenCopy = (folder: string): string => join(folder, 'chosen-backup.db');

/**
 * Requests that the next start sets the file aside, because a full check found its structure broken: nothing written to
 * it can be relied on.
 */
export const wantRescue = (folder: string, says: string): void =>
  writePrivate(wantedAt(folder), JSON.stringify({ says }));
/** Requests that the next start replaces the file by the backup a user chose, whose copy is in place. */
export const wantChosen = (folder: string, chosen: Fetched): void =>
  writePrivate(wantedAt(folder), JSON.stringify({ chosen }));

/**
 * Reads what the next start must do; null if it only opens the file. A note that cannot be read requests the newest
 * good backup.
 */
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
