import { deskMigrations } from '../database/migrations/index.ts';
import { readSchema, schemaOf } from '../database/made-shape.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { otherDamage, type Damage } from './damages.ts';

const todo =
  'Make a backup and restore it into another folder: its rows are taken over, into tables that are made anew. Where that is refused, restore an older one, with the journal.';

/**
 * Finds tables, constraints, indexes and triggers that differ from what this program creates; SQLite's integrity check
 * does not know the intended schema.
 */
export function findSchemaDamages(db: Sqlite): Damage[] {
  // a file of an older version is migrated before anything is written to it
  if (db.pragma('user_version', { simple: true }) !== deskMigrations.length) return [];
  const found = readSchema(db);
  const made = schemaOf(deskMigrations);
  const damagesOf = (names: string[], says: string): Damage[] =>
    names.map((name) => otherDamage('shape', `The ${name} ${says}.`, null, todo));
  const names = [...made.keys()];
  return [
    ...damagesOf(
      names.filter((name) => !found.has(name)),
      'is not there',
    ),
    ...damagesOf(
      names.filter((name) => found.has(name) && found.get(name) !== made.get(name)),
      'is not as this program made it',
    ),
    ...damagesOf(
      [...found.keys()].filter((name) => !made.has(name)),
      'was not made by this program',
    ),
  ];
}
