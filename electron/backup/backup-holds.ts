import { z } from 'zod';
import { deskMigrations } from '../database/migrations/index.ts';
import { openSqliteReader, type Sqlite } from '../database/open-sqlite.ts';
import { readSealedAbout, readSealedInfo } from '../encryption/sealed-file.ts';
import type { Opener } from '../encryption/opener.ts';
import { isSealed } from '../encryption/sealed-header.ts';
import { parseGeneration } from '../register/generation.ts';
import { deskOf, lastStep, deskFileName } from '../register/identity.ts';

const countSchema = z.int().min(0);

const contentsSchema = z.object({
  /** `nameOfDesk`; null if the backup does not contain it */
  desk: z.string().max(100).nullable(),
  generation: countSchema,
  /** last number of the history (`step`), and of the log of protected actions (`acts`) */
  step: countSchema,
  acts: countSchema,
  /** size of the unlocked copy (bytes); missing in older files */
  bytes: countSchema.optional(),
});

/** How far a desk's history had come when a backup was made: numbers that only increase, whatever the clock showed. */
export type BackupContents = z.infer<typeof contentsSchema>;

/** Sorts the backup that holds most first; equal ones keep their order. */
export const byContents = (a: BackupContents, b: BackupContents): number =>
  b.generation - a.generation || b.step - a.step || b.acts - a.acts;

export function readContents(db: Sqlite): BackupContents {
  const tables = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN ('fact', 'history', 'act')")
    .pluck()
    .all();
  // a view of that name could be arbitrarily slow
  if (!tables.includes('fact') || !tables.includes('history')) throw new Error('It is no desk.');
  const fact = db.prepare<[], string>("SELECT value FROM fact WHERE name = 'generation'").pluck();
  const desk = deskOf(db);
  return contentsSchema.parse({
    desk: desk === null ? null : deskFileName(desk),
    generation: parseGeneration(fact.get() ?? null),
    step: lastStep(db),
    acts: tables.includes('act') ? (db.prepare<[], number>('SELECT max(seq) FROM act').pluck().get() ?? 0) : 0,
  });
}

/** Reads it from an unlocked copy. Throws if that cannot be read as a desk's database. */
export function readUnlockedContents(path: string): BackupContents {
  const db = openSqliteReader(path, deskMigrations);
  try {
    return readContents(db);
  } finally {
    db.close();
  }
}

/** `bytes`: size of the unlocked copy. */
export const formatContents = (holds: BackupContents, bytes: number): string =>
  JSON.stringify({ ...holds, bytes } satisfies BackupContents);

/** Smallest page size of a database (bytes). */
const minPageBytes = 512;

/** Whether the size of a sealed file fits its content: a proven header says nothing about what follows it. */
function hasExpectedSize(path: string, { bytes }: BackupContents): boolean {
  const { contentBytes: content } = readSealedInfo(path);
  if (bytes !== undefined) return content === bytes;
  return content !== null && content > 0 && content % minPageBytes === 0;
}

/**
 * Reads what a backup holds, in constant time. Null if that is unknown: the file is damaged, the opener cannot open it,
 * its header is not proven by its key, its size does not match the locked content, or the version that locked it did
 * not record it.
 */
export function readBackupContents(path: string, opener: Opener): BackupContents | null {
  try {
    if (!isSealed(path)) return readUnlockedContents(path);
    const about = readSealedAbout(path, opener);
    const holds = about === null ? null : contentsSchema.parse(JSON.parse(about));
    return holds && hasExpectedSize(path, holds) ? holds : null;
  } catch {
    return null;
  }
}
