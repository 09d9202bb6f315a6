import Database from 'better-sqlite3';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const oldest = new URL('../database/released/version-1.db.gz', import.meta.url);

/**
 * Writes a database of the oldest released version, as that version wrote it, and copies its own rows until it has
 * `size` entries. The first entry identifies the desk and gets a new id, so that no two such files belong to the same
 * desk.
 */
export function growOldest(path: string, size: number): void {
  writeFileSync(path, gunzipSync(readFileSync(oldest)));
  const db = new Database(path);
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  const columns = (table: string, ...own: readonly string[]): string =>
    db
      .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
      .pluck()
      .all(table)
      .filter((name) => !own.includes(name))
      .join(', ');
  const [of, tries, steps] = [
    columns('entry', 'seq', 'id', 'key'),
    columns('attempt', 'id', 'entry'),
    columns('history', 'seq', 'entry'),
  ];
  const last = Number(db.prepare('SELECT max(seq) FROM entry').pluck().get());
  const numbers = `WITH RECURSIVE n (i) AS (SELECT ${last + 1} UNION ALL SELECT i + 1 FROM n WHERE i < ${size})`;
  db.exec(`BEGIN;
    ${numbers} INSERT INTO entry (seq, id, key, ${of}) SELECT i, 'grown-' || i, 'GROWN-' || i, ${of} FROM n, (SELECT ${of} FROM entry WHERE seq = 1);
    ${numbers} INSERT INTO attempt (entry, ${tries}) SELECT i, ${tries} FROM n, (SELECT ${tries} FROM attempt WHERE entry = 1);
    ${numbers} INSERT INTO history (entry, ${steps}) SELECT i, ${steps} FROM n, (SELECT ${steps} FROM history WHERE entry = 1);
    COMMIT`);
  db.prepare('UPDATE entry SET id = ? WHERE seq = (SELECT min(seq) FROM entry)').run(randomUUID());
  db.close();
}
