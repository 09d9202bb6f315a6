import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Sqlite } from '../database/open-sqlite.ts';
import { compareJournal, type Compared } from './compare-journal.ts';
import { linesOf } from './read-journal.ts';

export interface Verified {
  whole: boolean;
  entries: number;
  /** what SQLite's own check says, where it is not content */
  structure: string[];
  /** ids of entries whose request no longer matches its hash */
  damaged: string[];
}

/** Reads the whole file: its structure by SQLite, every request by its hash, which sees what SQLite does not. */
export function verifyDatabase(db: Sqlite): Verified {
  const structure = db
    .prepare<[], { integrity_check: string }>('PRAGMA integrity_check(20)')
    .all()
    .map((row) => row.integrity_check)
    .filter((line) => line !== 'ok');
  const damaged: string[] = [];
  let entries = 0;
  const rows = db.prepare<[], { id: string; request: string; request_sha256: Buffer }>(
    'SELECT id, request, request_sha256 FROM entry ORDER BY seq',
  );
  for (const row of rows.iterate()) {
    entries += 1;
    if (!createHash('sha256').update(row.request).digest().equals(row.request_sha256)) damaged.push(row.id);
  }
  return { whole: structure.length === 0 && damaged.length === 0, entries, structure, damaged };
}

/** What the rescue journal knows beside the database: acts the database lacks, and lines that are damaged. */
export function verifyJournal(db: Sqlite, folder: string): Compared {
  return compareJournal(db, existsSync(folder) ? linesOf(folder) : []);
}
