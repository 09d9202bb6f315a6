import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import { makePrivateSubfolder } from '../platform/private-files.ts';
import { openSqlite, type Sqlite } from '../storage/database/open-sqlite.ts';
import { practiceMigrations } from './migrations/index.ts';
import { join } from 'node:path';

/** Namespaces of keys at the practice service. */
export type KeySpace = 'package' | 'declaration' | 'shipment' | 'batch' | 'sku';

/** File name of the practice service's database within the practice folder. */
export const practiceFile = 'practice-service.db';
/** Its folder within a data folder. */
export const practiceFolder = (dataFolder: string): string => join(dataFolder, 'practice');

/** A create as received; `body` is the raw text; `key` is null if it has none; `effect` is 1 if it made an object. */
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

/** An object that exists at the practice service; `seq` is the number of its arrival, `madeAt` its time (ms). */
export interface PracticeObject {
  seq: number;
  endpoint: CreateNumber;
  key: string;
  madeAt: number;
  /** length of a moment (ms) when it was made: the unit of time of its life */
  moment: number;
  /** the request's body, validated on arrival */
  body: unknown;
}

interface ObjectRow extends Omit<PracticeObject, 'body'> {
  body: string;
}

const columns = 'seq, endpoint, key, arrived_at AS madeAt, moment, body';

export interface PracticeDatabase {
  readonly db: Sqlite;
  /** Stores an arrival and returns its number. */
  storeArrival(arrival: Arrival): number;
  /** Sets the key of an object that was made without one. */
  assignKey(seq: number, key: string): void;
  /** The latest object with this key. */
  find(keySpace: KeySpace, key: string): PracticeObject | undefined;
  findBySeq(keySpace: KeySpace, seq: number): PracticeObject | undefined;
  findBySecondName(keySpace: KeySpace, also: string): PracticeObject | undefined;
}

/**
 * Opens or creates the practice service's file in its own folder, which is created too if its parent exists. Throws
 * like `openSqlite`.
 */
export function openPracticeDatabase(folder: string): PracticeDatabase {
  makePrivateSubfolder(folder);
  const db = openSqlite(join(folder, practiceFile), practiceMigrations);
  const insert = db.prepare<Arrival>(
    `INSERT INTO arrival (endpoint, shelf, key, also, arrived_at, moment, query, body, status, effect)
     VALUES (@endpoint, @keySpace, @key, @also, @arrivedAt, @moment, @query, @body, @status, @effect)`,
  );
  const setKey = db.prepare<[string, number]>('UPDATE arrival SET key = ? WHERE seq = ?');
  const byKey = db.prepare<[string, string], ObjectRow>(
    `SELECT ${columns} FROM arrival WHERE effect = 1 AND shelf = ? AND key = ? ORDER BY seq DESC LIMIT 1`,
  );
  const bySeq = db.prepare<[string, number], ObjectRow>(
    `SELECT ${columns} FROM arrival WHERE effect = 1 AND +shelf = ? AND seq = ?`,
  );
  const bySecondName = db.prepare<[string, string], ObjectRow>(
    `SELECT ${columns} FROM arrival WHERE effect = 1 AND shelf = ? AND also = ? ORDER BY seq DESC LIMIT 1`,
  );
  return {
    db,
    storeArrival: (arrival) => Number(insert.run(arrival).lastInsertRowid),
    assignKey: (seq, key) => void setKey.run(key, seq),
    find: (keySpace, key) => toObject(byKey.get(keySpace, key)),
    findBySeq: (keySpace, seq) => toObject(bySeq.get(keySpace, seq)),
    findBySecondName: (keySpace, also) => toObject(bySecondName.get(keySpace, also)),
  };
}

function toObject(row: ObjectRow | undefined): PracticeObject | undefined {
  return row && { ...row, body: JSON.parse(row.body) as unknown };
}
