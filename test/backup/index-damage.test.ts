import { checkFolder } from '../../electron/copies/verify/full-check.ts';
import { runAll } from '../../electron/copies/verify/run-steps.ts';
import { indexedSteps, isUsable, verifyDatabase, type Verified } from '../../electron/copies/verify/verify.ts';
import { composeIndexes } from '../../electron/desk/compose-indexes.ts';
import { tokensWithin } from '../../electron/outbox/search/tokens.ts';
import { deskFile } from '../../electron/storage/database/desk-file.ts';
import { openDesk, openDeskReader } from '../../electron/storage/database/open-desk.ts';
import type { Sqlite } from '../../electron/storage/database/open-sqlite.ts';
import { importList } from '../support/import-list.ts';
import { labelCapture } from '../support/open-test-outbox.ts';
import { openSyncDesk } from '../support/sync-desk.ts';
import Database from 'better-sqlite3';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const skus = Array.from({ length: 90 }, (_, n) => `LISTED-${n}`);
const keys = Array.from({ length: 70 }, (_, n) => `PARCEL-${n}`);
const indexes = { search: keys, sku_search: skus } as const;
type Index = keyof typeof indexes;

let folder: string;
let whole: string;

/** A database as the desk writes it, with entries and a list of SKUs in the search indexes. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parcel-desk-'));
  whole = join(folder, 'whole.db');
  const desk = openSyncDesk();
  for (const key of keys) desk.add(labelCapture(key, { ShipToAddress: { Contact: `Ana ${key}`, Country: 'ES' } }));
  importList(
    desk.db,
    'skus',
    skus.map((code) => ({ code, name: `Shoe of ${code}` })),
  );
  writeAll(desk.db);
  // Some are changed and removed since, and some still have to be indexed.
  importList(
    desk.db,
    'skus',
    skus.slice(3).map((code, n) => ({ code, name: n < 60 ? `Boot of ${code}` : `Shoe of ${code}` })),
  );
  composeIndexes(desk.db, fail).skus.processBatch();
  await desk.db.backup(whole);
  await desk.close();
  const copy = new Database(whole);
  copy.pragma('journal_mode = DELETE');
  copy.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fail = (error: unknown): never => {
  throw error;
};

function writeAll(db: Sqlite): void {
  const { entries, skus: listed } = composeIndexes(db, fail);
  while (entries.processBatch()) continue;
  while (listed.processBatch()) continue;
}

/**
 * The rows of an index for the codes it was built from, as a search finds them; an unreadable index gives its error.
 */
function found(db: Sqlite, index: Index): string {
  try {
    const rows = db.prepare<[string], number>(`SELECT rowid FROM ${index} WHERE ${index} MATCH ?`).pluck();
    const match = (code: string) =>
      tokensWithin(code.toLowerCase())
        .map((token) => `"${token}"`)
        .join(' AND ');
    return JSON.stringify(indexes[index].map((code) => rows.all(match(code))));
  } catch (error) {
    return String(error);
  }
}

const opened = (): Sqlite => {
  copyFileSync(whole, join(folder, deskFile));
  return openDesk(folder);
};
const verified = (db: Sqlite): Verified => runAll(indexedSteps(db));
const blocksOf = (db: Sqlite, index: Index) =>
  db.prepare<[], { id: number; block: Buffer }>(`SELECT id, block FROM ${index}_data`).all();
function put(db: Sqlite, index: Index, id: number, block: Buffer): void {
  db.unsafeMode(true);
  db.prepare(`UPDATE ${index}_data SET block = ? WHERE id = ?`).run(block, id);
  db.unsafeMode(false);
}

/** Changes a letter of the first token in the longest block: SQLite reads another token, and reports nothing. */
function renameToken(db: Sqlite, index: Index): void {
  const before = found(db, index);
  for (const { id, block } of blocksOf(db, index)) {
    for (let at = 20; at < block.length; at += 1) {
      const other = Buffer.from(block);
      other[at] = (other[at] ?? 0) ^ 1;
      put(db, index, id, other);
      if (found(db, index) !== before && verifyDatabase(db).whole) return;
      put(db, index, id, block);
    }
  }
  throw new Error('SQLite sees every damage');
}

describe.each(['search', 'sku_search'] as const)('damage in the index %s', (index) => {
  it('is not reported while nothing is damaged, even if rows have to be indexed or were changed', () => {
    const db = opened();
    expect(verified(db)).toMatchObject({ whole: true, damages: [] });
    db.close();
  });

  it('is reported wherever it changes a result, as damage of an index and of nothing else', () => {
    const db = opened();
    const before = found(db, index);
    let harmful = 0;
    const untold: string[] = [];
    for (const { id, block } of blocksOf(db, index)) {
      for (let at = 0; at < block.length; at += Math.max(1, Math.floor(block.length / 25))) {
        const damaged = Buffer.from(block);
        damaged[at] = (damaged[at] ?? 0) ^ 4;
        db.exec('BEGIN');
        put(db, index, id, damaged);
        if (found(db, index) !== before) {
          harmful += 1;
          const told = verified(db);
          const parts = new Set(told.damages.map(({ part }) => part));
          if (told.whole || !isUsable(told) || [...parts].join() !== 'index')
            untold.push(`${id} ${at} ${told.damages.map(({ message }) => message).join(' ')}`);
        }
        db.exec('ROLLBACK');
      }
    }
    db.close();
    expect(harmful).toBeGreaterThan(5);
    expect(untold).toEqual([]);
  });

  it('that SQLite does not notice is reported by the full check, and is gone once the index is rebuilt', async () => {
    const db = opened();
    const before = found(db, index);
    renameToken(db, index);
    expect(verifyDatabase(db).whole).toBe(true);
    db.close();
    expect(await checkFolder(folder, () => undefined)).toEqual({ structure: [], damaged: 0, beside: ['index'] });

    const again = openDesk(folder);
    composeIndexes(again, fail).rebuild();
    writeAll(again);
    expect(verified(again)).toMatchObject({ whole: true });
    if (index === 'search') expect(found(again, index)).toBe(before);
    again.close();
    const reader = openDeskReader(folder);
    expect(verified(reader).whole).toBe(true);
    reader.close();
  });

  it('that makes the index unreadable does not set the database aside: the index is rebuilt', async () => {
    const db = opened();
    for (const { id, block } of blocksOf(db, index)) put(db, index, id, Buffer.alloc(block.length, 0x7f));
    db.close();
    expect(await checkFolder(folder, () => undefined)).toEqual({ structure: [], damaged: 0, beside: ['index'] });
    const again = openDesk(folder);
    composeIndexes(again, fail).rebuild();
    writeAll(again);
    expect(verified(again)).toMatchObject({ whole: true });
    again.close();
  });
});
