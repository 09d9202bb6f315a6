import { join } from 'node:path';
import { makeInnerFolder } from '../private-files/private-folder.ts';
import { openSqlite, type Sqlite } from '../database/open-sqlite.ts';
import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import { practiceMigrations } from './migrations/index.ts';
import type { KeySpace } from './key-space.ts';

/** Name of the practice service's own file within the practice folder. */
export const practiceFile = 'practice-service.db';
/** Where it lies for a desk that practises. */
export const practiceIn = (dataFolder: string): string => join(dataFolder, 'practice');

/** One create as it arrived; `body` is the raw text, `key` null where none could be read. */
export interface Arrival {
  endpoint: CreateNumber;
  keySpace: KeySpace;
  key: string | null;
  also: string | null;
  arrivedAt: number;
  moment: number;
  query: string;
  body: string;
  status: number;
  effect: 0 | 1;
}

/** Something that exists at the practice service. Its number there is `seq`; its times are in ms. */
export interface Made {
  seq: number;
  endpoint: CreateNumber;
  key: string;
  madeAt: number;
  /** length of a moment when it was made; its whole life is counted in them */
  moment: number;
  /** the request's body, checked when it came */
  body: unknown;
}

interface MadeRow extends Omit<Made, 'body'> {
  body: string;
}

const columns = 'seq, endpoint, key, arrived_at AS madeAt, moment, body';

export interface Book {
  readonly db: Sqlite;
  /** Keeps an arrival and returns its number. */
  keep(arrival: Arrival): number;
  /** Names a thing made without a key of its own. */
  nameIt(seq: number, key: string): void;
  /** What stands under a key, the latest made. */
  find(keySpace: KeySpace, key: string): Made | undefined;
  findBySeq(keySpace: KeySpace, seq: number): Made | undefined;
  findAlso(keySpace: KeySpace, also: string): Made | undefined;
}

/** Opens, or makes, the practice service's file in a folder of its own, which is made too where the one it lies in is there. Errors as `openSqlite`. */
export function openBook(folder: string): Book {
  makeInnerFolder(folder);
  const db = openSqlite(join(folder, practiceFile), practiceMigrations);
  const insert = db.prepare<Arrival>(
    `INSERT INTO arrival (endpoint, shelf, key, also, arrived_at, moment, query, body, status, effect)
     VALUES (@endpoint, @keySpace, @key, @also, @arrivedAt, @moment, @query, @body, @status, @effect)`,
  );
  const name = db.prepare<[string, number]>('UPDATE arrival SET key = ? WHERE seq = ?');
  const byKey = db.prepare<[string, string], MadeRow>(
    `SELECT ${columns} FROM arrival WHERE effect = 1 AND shelf = ? AND key = ? ORDER BY seq DESC LIMIT 1`,
  );
  const bySeq = db.prepare<[string, number], MadeRow>(
    `SELECT ${columns} FROM arrival WHERE effect = 1 AND +shelf = ? AND seq = ?`,
  );
  const byAlso = db.prepare<[string, string], MadeRow>(
    `SELECT ${columns} FROM arrival WHERE effect = 1 AND shelf = ? AND also = ? ORDER BY seq DESC LIMIT 1`,
  );
  return {
    db,
    keep: (arrival) => Number(insert.run(arrival).lastInsertRowid),
    nameIt: (seq, key) => void name.run(key, seq),
    find: (keySpace, key) => madeFrom(byKey.get(keySpace, key)),
    findBySeq: (keySpace, seq) => madeFrom(bySeq.get(keySpace, seq)),
    findAlso: (keySpace, also) => madeFrom(byAlso.get(keySpace, also)),
  };
}

function madeFrom(row: MadeRow | undefined): Made | undefined {
  return row && { ...row, body: JSON.parse(row.body) as unknown };
}
