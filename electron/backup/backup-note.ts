import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivate } from '../private-files/write-private.ts';

const note = z.strictObject({ at: z.number(), to: z.string(), ok: z.boolean() });

/** How the last backup of a data folder ended: when (ms), and into which folder. */
export type BackupNote = z.infer<typeof note>;

const pathOf = (folder: string) => join(folder, 'last-backup.json');

/**
 * Kept beside the database, not in it: a backup is also made by a process that may only read. What cannot be noted is no reason
 * to fail a backup.
 */
export function noteBackup(folder: string, made: BackupNote): void {
  try {
    writePrivate(pathOf(folder), JSON.stringify(made));
  } catch {
    return;
  }
}

/** Null where no backup was ever made of this folder, and where its note cannot be read. */
export function readBackupNote(folder: string): BackupNote | null {
  try {
    return note.parse(JSON.parse(readFileSync(pathOf(folder), 'utf8')));
  } catch {
    return null;
  }
}
