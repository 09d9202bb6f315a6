import { closeSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database as Sqlite } from 'better-sqlite3';
import { ProblemError } from '../../shared/contract/problem.ts';
import { damagedProblem } from './disk-problem.ts';
import { shapeIn, shapeMadeBy, type Shape } from './made-shape.ts';
import { versionOf, type Migration } from './migrate.ts';

/** Where a file says who may write it; beyond 2 SQLite only reads it, as if the disk were read-only. */
const writeMarkAt = 18;
/** A program so many versions newer has other tables too. */
const surelyOther = 8;

/**
 * Throws ProblemError `damaged` where a file's own mark forbids to write it: SQLite believes it, and its own check finds nothing wrong.
 * Only for a file of which nothing is open in this process: closing any handle of it lets go of every lock that SQLite has there
 * (POSIX).
 */
export function refuseWriteMark(path: string): void {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    // whoever opens it tells why it cannot be
    return;
  }
  try {
    const mark = Buffer.alloc(1);
    if (readSync(file, mark, 0, 1, writeMarkAt) === 1 && mark.readUInt8() > 2) throw asDamaged(path);
  } finally {
    closeSync(file);
  }
}

export const asDamaged = (path: string): ProblemError => new ProblemError(damagedProblem(dirname(path), path));

/**
 * A file that says it is of another version, and is to the letter what this program makes: its number is damaged. Brought up to date
 * it would be made a second time, and of a newer program it is not.
 */
export function isVersionDamaged(db: Sqlite, migrations: readonly Migration[]): boolean {
  const newest = migrations.length;
  // of one moment: another connection may bring it up to date in between
  return db
    .transaction(() => {
      const found = versionOf(db);
      if (found === newest || (found > newest && found < newest + surelyOther)) return false;
      const shape = shapeIn(db);
      if (shape.size === 0 || !isSame(shape, shapeMadeBy(migrations))) return false;
      return found < 1 || found > newest || !isSame(shape, shapeMadeBy(migrations.slice(0, found)));
    })
    .deferred();
}

const isSame = (one: Shape, other: Shape): boolean =>
  one.size === other.size && [...one].every(([name, sql]) => other.get(name) === sql);
