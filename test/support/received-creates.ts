import { practiceMigrations } from '../../electron/practice/migrations/index.ts';
import { practiceFile } from '../../electron/practice/practice-database.ts';
import { versionOf } from '../../electron/storage/database/migrate.ts';
import { openSqliteReader } from '../../electron/storage/database/open-sqlite.ts';
import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** One create as the practice service received it; refused ones are included. */
export interface ReceivedCreate {
  seq: number;
  endpoint: CreateNumber;
  key: string | null;
  /** raw text as received */
  query: string;
  body: string;
  /** time of the practice clock (ms) */
  arrivedAt: number;
  /** HTTP status of the answer */
  status: number;
  effect: boolean;
}

/** Summary of the creates with one key at one endpoint. */
export interface KeyEffects {
  endpoint: CreateNumber;
  key: string;
  /** raw text of the latest create that took effect; null: none did */
  body: string | null;
  /** number of creates that took effect */
  effects: number;
  /** number of creates that arrived, including refused ones and repeats */
  arrivals: number;
}

/**
 * Reads all creates that a practice folder has received, in order of arrival; empty if its service has not started yet.
 * The service may be running.
 */
export function receivedCreates(folder: string): ReceivedCreate[] {
  if (!existsSync(join(folder, practiceFile))) return [];
  const db = openSqliteReader(join(folder, practiceFile), practiceMigrations);
  try {
    // The file exists shortly before its tables do.
    if (versionOf(db) === 0) return [];
    const rows = db
      .prepare<[], Omit<ReceivedCreate, 'effect'> & { effect: number }>(
        `SELECT seq, endpoint, key, query, body, arrived_at AS arrivedAt, status, effect FROM arrival ORDER BY seq`,
      )
      .all();
    return rows.map((row) => ({ ...row, effect: row.effect === 1 }));
  } finally {
    db.close();
  }
}

/** Counts how often each key took effect, which reveals duplicates. The service may be running. */
export function effectsByKey(folder: string): KeyEffects[] {
  const db = openSqliteReader(join(folder, practiceFile), practiceMigrations);
  try {
    return db
      .prepare<[], KeyEffects>(
        `SELECT endpoint, key, sum(effect) AS effects, count(*) AS arrivals,
           (SELECT body FROM arrival made WHERE made.endpoint = arrival.endpoint AND made.key = arrival.key
             AND made.effect = 1 ORDER BY made.seq DESC LIMIT 1) AS body
         FROM arrival WHERE key IS NOT NULL GROUP BY endpoint, key ORDER BY min(seq)`,
      )
      .all();
  } finally {
    db.close();
  }
}
