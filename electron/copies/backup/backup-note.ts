import { writePrivateFile } from '../../platform/private-files.ts';
import type { BackupResult } from './make-backup.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const noteSchema = z.strictObject({
  at: z.number(),
  to: z.string(),
  ok: z.boolean(),
  /** the newest whole backup, also if the last backup failed */
  good: z.strictObject({ at: z.number(), path: z.string(), entries: z.number() }).optional(),
  /** result of the last backup test; `failed`: what was wrong, in English, or null */
  rehearsal: z.strictObject({ at: z.number(), path: z.string(), failed: z.string().nullable() }).optional(),
});

/** Result of the last backup of a data folder: when (ms), and into which folder. */
export type BackupNote = z.infer<typeof noteSchema>;

const notePath = (folder: string) => join(folder, 'last-backup.json');

/**
 * Written beside the database, not into it: backups are also made by a process that may only read, and a user who has
 * lost the database looks here for its newest copy. A failed note does not fail the backup.
 */
export function writeBackupNote(folder: string, note: BackupNote): void {
  try {
    writePrivateFile(notePath(folder), JSON.stringify(note));
  } catch {
    return;
  }
}

/** Returns null if this folder was never backed up, or its note cannot be read. */
export function readBackupNote(folder: string): BackupNote | null {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(notePath(folder), 'utf8')));
  } catch {
    return null;
  }
}

/** Records the result of a backup; `result` null: it failed, and the last good one stays recorded. */
export function recordBackup(folder: string, at: number, to: string, result: BackupResult | null): void {
  const previous = readBackupNote(folder);
  const good = result ? { at, path: result.path, entries: result.entries } : previous?.good;
  writeBackupNote(folder, {
    at,
    to,
    ok: result !== null,
    ...(good && { good }),
    ...(previous?.rehearsal && { rehearsal: previous.rehearsal }),
  });
}
