import { createKinds, createNumbers, findCreate, keyKindOf } from '../../shared/creates/create-kinds.ts';
import { ProblemError } from '../../shared/contract/problem.ts';
import type { Database as Sqlite } from 'better-sqlite3';
import { intactRowCondition } from './seal.ts';

/** False for a file of an older version, or one that is not a desk's. */
const hasKindTable = (db: Sqlite): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'create_kind'").get() !== undefined;

/**
 * Adds the creates this program knows to those a file accepts, so that a new create needs no migration, and removes
 * damaged rows.
 */
export function updateCreateKinds(db: Sqlite): void {
  if (!hasKindTable(db)) return;
  const has = db.prepare<[number, string], unknown>('SELECT 1 FROM create_kind WHERE endpoint = ? AND key_kind = ?');
  const remove = db.prepare<[number]>('DELETE FROM create_kind WHERE endpoint = ?');
  const add = db.prepare<[number, string]>('INSERT INTO create_kind (endpoint, key_kind) VALUES (?, ?)');
  const unknown = () => selectEndpoints(db).filter((endpoint) => findCreate(endpoint) === undefined);
  const missing = () => createNumbers.filter((create) => has.get(create, keyKindOf(create)) === undefined);
  // usually nothing changes, and then nothing is locked: a full or read-only disk allows no writes
  if (unknown().length + missing().length === 0) return;
  db.transaction(() => {
    for (const endpoint of [...unknown(), ...missing()]) remove.run(endpoint);
    for (const create of missing()) add.run(create, keyKindOf(create));
  }).immediate();
}

const selectEndpoints = (db: Sqlite, where = '1'): number[] =>
  db.prepare<[], number>(`SELECT endpoint FROM create_kind AS k WHERE ${where} ORDER BY endpoint`).pluck().all();

/**
 * Throws ProblemError `newer-database` if a file may contain entries of a create that this program does not know: it
 * has an intact row for it. Requires `offerSeals`.
 */
export function refuseUnknownCreates(db: Sqlite, path: string): void {
  if (!hasKindTable(db)) return;
  const written = selectEndpoints(db, intactRowCondition(db, 'create_kind', 'k'));
  const unknown = written.filter((endpoint) => findCreate(endpoint) === undefined);
  if (unknown.length === 0) return;
  throw new ProblemError({
    kind: 'newer-database',
    message: `${path} was written by a newer Parcel Desk, which makes entries by endpoint ${unknown.join(', ')}. Install the newer program; nothing was changed.`,
    params: { found: written.length, known: createKinds.length },
  });
}
