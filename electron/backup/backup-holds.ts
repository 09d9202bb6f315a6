import { z } from 'zod';
import { deskMigrations } from '../database/migrations/index.ts';
import { openSqliteReader, type Sqlite } from '../database/open-sqlite.ts';
import { aboutSealed, sizeOfSealed } from '../encryption/sealed-file.ts';
import type { Opener } from '../encryption/opener.ts';
import { isSealed } from '../encryption/sealed-header.ts';
import { parseGeneration } from '../register/generation.ts';
import { deskOf, lastStep, nameOfDesk } from '../register/identity.ts';

const number = z.int().min(0);

const schema = z.object({
  /** `nameOfDesk`; null where the backup does not tell */
  desk: z.string().max(100).nullable(),
  generation: number,
  /** last number of the history, and of the log of guarded acts */
  step: number,
  acts: number,
  /** how long the open copy is; files of before do not tell */
  bytes: number.optional(),
});

/** How far a desk had come when a backup was made: numbers that only rise, whatever the clock said. */
export type Holds = z.infer<typeof schema>;

/** Sorts the backup that holds most first. Two that hold the same are left in their order. */
export const byHolds = (a: Holds, b: Holds): number =>
  b.generation - a.generation || b.step - a.step || b.acts - a.acts;

export function holdsOf(db: Sqlite): Holds {
  const tables = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN ('fact', 'history', 'act')")
    .pluck()
    .all();
  // a view of that name could be as slow as its maker likes
  if (!tables.includes('fact') || !tables.includes('history')) throw new Error('It is no desk.');
  const fact = db.prepare<[], string>("SELECT value FROM fact WHERE name = 'generation'").pluck();
  const desk = deskOf(db);
  return schema.parse({
    desk: desk === null ? null : nameOfDesk(desk),
    generation: parseGeneration(fact.get() ?? null),
    step: lastStep(db),
    acts: tables.includes('act') ? (db.prepare<[], number>('SELECT max(seq) FROM act').pluck().get() ?? 0) : 0,
  });
}

/** Of an open copy. Throws where it cannot be read as a desk. */
export function readOpenHolds(path: string): Holds {
  const db = openSqliteReader(path, deskMigrations);
  try {
    return holdsOf(db);
  } finally {
    db.close();
  }
}

/** `bytes`: of the open copy. */
export const writeHolds = (holds: Holds, bytes: number): string => JSON.stringify({ ...holds, bytes } satisfies Holds);

/** A database is made of pages of at least so many bytes. */
const smallestPage = 512;

/** A header that is proven says nothing of what follows it: whether that can be the content by its size. */
function isOfItsSize(path: string, { bytes }: Holds): boolean {
  const { content } = sizeOfSealed(path);
  if (bytes !== undefined) return content === bytes;
  return content !== null && content > 0 && content % smallestPage === 0;
}

/**
 * What a backup holds, at a cost that does not grow with it. Null where it cannot be told: the file is damaged, nothing given opens it,
 * what it says of itself is not proven by its key, its size is not that of what was locked, or a version that told nothing locked it.
 */
export function readHolds(path: string, opener: Opener): Holds | null {
  try {
    if (!isSealed(path)) return readOpenHolds(path);
    const about = aboutSealed(path, opener);
    const holds = about === null ? null : schema.parse(JSON.parse(about));
    return holds && isOfItsSize(path, holds) ? holds : null;
  } catch {
    return null;
  }
}
