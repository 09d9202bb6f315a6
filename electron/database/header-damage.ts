import { closeSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database as Sqlite } from 'better-sqlite3';
import { ProblemError } from '../../shared/contract/problem.ts';
import { damagedProblem } from './disk-problem.ts';
import { readSchema, schemaOf, type Schema } from './made-shape.ts';
import { versionOf, type Migration } from './migrate.ts';

/**
 * Offset of the write version in a file's header; above 2 SQLite only reads the file, as if the disk were read-only.
 */
const writeVersionOffset = 18;
/** A file this many versions newer certainly has other tables. */
const maxSimilarVersions = 8;

/**
 * Throws ProblemError `damaged` if a file's own header forbids writing: SQLite obeys it, and its integrity check finds
 * nothing wrong. Only for a file with no open handle in this process: closing any handle drops all locks that SQLite
 * has on it (POSIX).
 */
export function rejectWriteProtected(path: string): void {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    // opening the file will report the reason
    return;
  }
  try {
    const mark = Buffer.alloc(1);
    if (readSync(file, mark, 0, 1, writeVersionOffset) === 1 && mark.readUInt8() > 2) throw damagedError(path);
  } finally {
    closeSync(file);
  }
}

export const damagedError = (path: string): ProblemError => new ProblemError(damagedProblem(dirname(path), path));

/**
 * Whether only the version number of a file is damaged: it claims another version, but has exactly the schema this
 * program creates. Migrating it would repeat steps, and it is not from a newer program.
 */
export function isVersionDamaged(db: Sqlite, migrations: readonly Migration[]): boolean {
  const newest = migrations.length;
  // in one snapshot, since another connection may migrate it in between
  return db
    .transaction(() => {
      const found = versionOf(db);
      if (found === newest || (found > newest && found < newest + maxSimilarVersions)) return false;
      const shape = readSchema(db);
      if (shape.size === 0 || !isSameSchema(shape, schemaOf(migrations))) return false;
      return found < 1 || found > newest || !isSameSchema(shape, schemaOf(migrations.slice(0, found)));
    })
    .deferred();
}

const isSameSchema = (one: Schema, other: Schema): boolean =>
  one.size === other.size && [...one].every(([name, sql]) => other.get(name) === sql);
