import { copyTables } from '../../electron/copies/restore/copy-tables.ts';
import { verifyDatabase } from '../../electron/copies/verify/verify.ts';
import { deskFile } from '../../electron/storage/database/desk-file.ts';
import { deskMigrations } from '../../electron/storage/database/migrations/index.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { openSqlite, openSqliteReader, type Sqlite } from '../../electron/storage/database/open-sqlite.ts';
import { labelCapture, openTestOutbox } from '../support/open-test-outbox.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import Database from 'better-sqlite3';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** A data folder with this many steps of history. */
function folderWith(steps: number): string {
  const folder = temporaryFolder();
  const desk = openTestOutbox({ folder });
  desk.outbox.enqueue('one', labelCapture('ONE'), 'Mia', false);
  desk.db
    .prepare(
      `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?)
       INSERT INTO history (entry, at, who, event, to_state, why) SELECT 1, value, 'Mia', 'change', 'queued', '' FROM n`,
    )
    .run(steps);
  desk.close();
  return folder;
}

/** Copies the rows into a new database; also returns its pauses and reported progress. */
async function take(from: Sqlite): Promise<{ into: Sqlite; rests: number; told: number[] }> {
  const folder = temporaryFolder();
  const into = openSqlite(join(folder, deskFile), deskMigrations);
  const told: number[] = [];
  let rests = 0;
  const rest = () => (rests++, Promise.resolve());
  await copyTables(from, into, join(folder, 'copy.db'), rest, (part) => void told.push(part));
  return { into, rests, told };
}

const historyOf = (db: Sqlite): unknown[] => db.prepare('SELECT * FROM history ORDER BY seq').all();

describe('rows copied from a backup', () => {
  it('keep their seals, are copied in runs of thousands, and report growing progress', async () => {
    const [few, many] = [folderWith(50), folderWith(25_000)];
    const [small, large] = [few, many].map((folder) => openSqliteReader(join(folder, deskFile), deskMigrations));
    if (!small || !large) throw new Error('not opened');
    const [ofFew, ofMany] = [await take(small), await take(large)];
    expect(historyOf(ofMany.into)).toEqual(historyOf(large));
    // One pause for each run, not for each row.
    expect(ofMany.rests - ofFew.rests).toBe(2);
    expect(ofMany.told).toEqual(ofMany.told.toSorted((a, b) => a - b));
    expect(ofMany.told.at(-1)).toBeGreaterThan(0.99);
    expect(ofMany.told.every((part) => part >= 0 && part <= 1)).toBe(true);
    for (const db of [small, large, ofFew.into, ofMany.into]) db.close();
  });

  it('get seals if they had none', async () => {
    const folder = folderWith(3);
    const disk = new Database(join(folder, deskFile));
    disk.exec('UPDATE history SET seal = NULL WHERE seq = 2');
    disk.close();
    const from = openSqliteReader(join(folder, deskFile), deskMigrations);
    expect(verifyDatabase(from).uncovered).toBe(1);
    const { into } = await take(from);
    expect(into.prepare('SELECT count(*) FROM history WHERE seal IS NULL').pluck().get()).toBe(0);
    from.close();
    into.close();
  });

  it('stay damaged if they were, so that verification finds it in the new database, too', async () => {
    const folder = folderWith(3);
    const disk = new Database(join(folder, deskFile));
    disk.exec("UPDATE attempt SET target = 'x'; UPDATE entry SET recipient = 'somebody else'");
    disk.close();
    const from = openSqliteReader(join(folder, deskFile), deskMigrations);
    const { into } = await take(from);
    const found = verifyDatabase(into).damages.map(({ part }) => part);
    expect(found).toContain('entry');
    from.close();
    into.close();
  });

  it('leave the backup unchanged, byte for byte, although SQLite opens it', async () => {
    const folder = folderWith(3);
    const path = join(folder, deskFile);
    const before = readFileSync(path);
    const from = openSqliteReader(path, deskMigrations);
    const { into } = await take(from);
    into.close();
    from.close();
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('can come from a backup held in memory because nothing can be created beside it', async () => {
    const folder = folderWith(3);
    const bytes = readFileSync(join(folder, deskFile));
    // The format of a backup whose folder takes no log.
    bytes.fill(1, 18, 20);
    const from = new Database(bytes);
    const { into } = await take(from);
    expect(historyOf(into)).toEqual(historyOf(from));
    from.close();
    into.close();
  });

  it('leave every trigger of the new database as it was', async () => {
    const from = openSqliteReader(join(folderWith(3), deskFile), deskMigrations);
    const { into } = await take(from);
    const fresh = openDesk(temporaryFolder());
    const triggers = (db: Sqlite) =>
      db.prepare("SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger' ORDER BY name").all();
    expect(triggers(into)).toEqual(triggers(fresh));
    for (const db of [from, into, fresh]) db.close();
  });
});
