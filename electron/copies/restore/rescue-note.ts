import { writePrivateFile } from '../../platform/private-files.ts';
import type { FetchedBackup } from './fetch-newest-backup.ts';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const noteSchema = z.strictObject({
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
  /** entries found only in the journal that could not be entered, plus its unreadable lines */
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
export type RescueNote = z.infer<typeof noteSchema>;

const pathOf = (folder: string): string => join(folder, 'rescued.json');

export function readRescueNote(folder: string): RescueNote | null {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(pathOf(folder), 'utf8')));
  } catch {
    return null;
  }
}

export function writeRescueNote(folder: string, note: RescueNote): void {
  writePrivateFile(pathOf(folder), JSON.stringify(note));
}

const requestPath = (folder: string): string => join(folder, 'rescue-wanted.json');

const requestSchema = z.looseObject({ chosen: z.strictObject({ path: z.string(), at: z.number() }).optional() });

export interface RescueRequest {
  /**
   * the backup a user chose, with a copy of it beside the file (`chosenCopyPath`); without, the newest good one is used
   */
  chosen?: FetchedBackup | undefined;
}

/** Path of the unlocked and verified copy of the backup that a user chose. */
export const chosenCopyPath = (folder: string): string => join(folder, 'chosen-backup.db');

/**
 * Requests that the next start sets the file aside, because a full check found its structure broken: nothing written to
 * it can be relied on.
 */
export const requestRescue = (folder: string, error: string): void =>
  writePrivateFile(requestPath(folder), JSON.stringify({ says: error }));
/** Requests that the next start replaces the file by the backup a user chose; its copy is at `chosenCopyPath`. */
export const requestChosenBackup = (folder: string, chosen: FetchedBackup): void =>
  writePrivateFile(requestPath(folder), JSON.stringify({ chosen }));

/**
 * Reads what the next start must do; null if it only opens the file. A note that cannot be read requests the newest
 * good backup.
 */
export function readRescueRequest(folder: string): RescueRequest | null {
  let text: string;
  try {
    text = readFileSync(requestPath(folder), 'utf8');
  } catch {
    return null;
  }
  if (text === '') return null;
  try {
    return requestSchema.parse(JSON.parse(text));
  } catch {
    return {};
  }
}
export function clearRescueRequest(folder: string): void {
  rmSync(requestPath(folder), { force: true });
  rmSync(chosenCopyPath(folder), { force: true });
}
