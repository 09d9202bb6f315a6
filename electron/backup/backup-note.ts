import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivate } from '../private-files/write-private.ts';
import type { BackupMade } from './backup.ts';

const note = z.strictObject({
  at: z.number(),
  to: z.string(),
  ok: z.boolean(),
  /** the newest one that is whole, however the last one ended */
  good: z.strictObject({ at: z.number(), path: z.string(), entries: z.number() }).optional(),
  /** how bringing one back to life ended; `failed`: what was wrong with it, in English, or null */
  rehearsal: z.strictObject({ at: z.number(), path: z.string(), failed: z.string().nullable() }).optional(),
});

/** How the last backup of a data folder ended: when (ms), and into which folder. */
export type BackupNote = z.infer<typeof note>;

const pathOf = (folder: string) => join(folder, 'last-backup.json');

/**
 * Kept beside the database, not in it: a backup is also made by a process that may only read, and who has lost the database looks here
 * for its newest copy. What cannot be noted is no reason to fail a backup.
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

/** Notes how one ended; null: it failed, and the good one before stays known. */
export function noteAttempt(folder: string, at: number, to: string, made: BackupMade | null): void {
  const before = readBackupNote(folder);
  const good = made ? { at, path: made.path, entries: made.entries } : before?.good;
  noteBackup(folder, {
    at,
    to,
    ok: made !== null,
    ...(good && { good }),
    ...(before?.rehearsal && { rehearsal: before.rehearsal }),
  });
}
