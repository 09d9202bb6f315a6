import Database from 'better-sqlite3';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const oldestDatabaseUrl = new URL('../database/released/version-1.db.gz', import.meta.url);

/**
 * Writes a database of the oldest released version, as that version wrote it, and copies its own rows until it has
 * `size` entries. The first entry identifies the desk; it gets a new id, so that no two such files belong to the same
 * desk.
 */
export function writeGrownDatabase(path: string, size: number): void {
  writeFileSync(path, gunzipSync(readFileSync(oldestDatabaseUrl)));
  const db = new Database(path);
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  const columns = (table: string, ...omitted: readonly string[]): string =>
    db
      .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
      .pluck()
      .all(table)
      .filter((name) => !omitted.includes(name))
      .join(', ');
  const [entryColumns, attemptColumns, historyColumns] = [
    columns('entry', 'seq', 'id', 'key'),
    columns('attempt', 'id', 'entry'),
    columns('history', 'seq', 'entry'),
  ];
  const lastSeq = Number(db.prepare('SELECT max(seq) FROM entry').pluck().get());
  const numbersCte = `WITH RECURSIVE n (i) AS (SELECT ${lastSeq + 1} UNION ALL SELECT i + 1 FROM n WHERE i < ${size})`;
  db.exec(`BEGIN;
    ${numbersCte} INSERT INTO entry (seq, id, key, ${entryColumns}) SELECT i, 'grown-' || i, 'GROWN-' || i, ${entryColumns} FROM n, (SELECT ${entryColumns} FROM entry WHERE seq = 1);
    ${numbersCte} INSERT INTO attempt (entry, ${attemptColumns}) SELECT i, ${attemptColumns} FROM n, (SELECT ${attemptColumns} FROM attempt WHERE entry = 1);
    ${numbersCte} INSERT INTO history (entry, ${historyColumns}) SELECT i, ${historyColumns} FROM n, (SELECT ${historyColumns} FROM history WHERE entry = 1);
    COMMIT`);
  db.prepare('UPDATE entry SET id = ? WHERE seq = (SELECT min(seq) FROM entry)').run(randomUUID());
  db.close();
}
