import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unreadable, verifyDatabase, type Verified } from '../../electron/backup/verify.ts';
import { deskFile } from '../../electron/database/desk-file.ts';
import { openDeskReader } from '../../electron/database/open-desk.ts';
import { answerStore } from '../../electron/lookups/answer-store.ts';
import { watchStore } from '../../electron/lookups/watch-store.ts';
import { listImports, listParts } from '../../electron/memories/import-list.ts';
import { learnEntries } from '../../electron/memories/learn-entries.ts';
import { skuIndex } from '../../electron/memories/listed-skus.ts';
import { meterStore } from '../../electron/memories/meter.ts';
import { operatorStore } from '../../electron/memories/operators.ts';
import { templateStore } from '../../electron/memories/templates.ts';
import { screenStateStore } from '../../electron/outbox/screen-state.ts';
import { defaultSettings } from '../../shared/settings/settings.ts';
import { settingsStore } from '../../electron/settings/settings-store.ts';
import { openHandovers } from '../../electron/handover/open-handovers.ts';
import { openPrintQueue } from '../../electron/print-queue/open-print-queue.ts';
import { searchIndex } from '../../electron/search/search-index.ts';
import { answer, maybe } from '../support/exchanges.ts';
import {
  boxCapture,
  captureOf,
  declareCapture,
  inboundCapture,
  labelCapture,
  skuCapture,
} from '../support/open-test-outbox.ts';
import { paperIn } from '../support/print-jobs.ts';
import { creating, made } from '../support/order-service.ts';
import { openSyncDesk } from '../support/sync-desk.ts';

let folder: string;
let whole: string;
let path: string;

/** A file as the desk writes it: entries in every state, with tries, statuses, needs, decisions and printed labels. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parcel-desk-'));
  whole = join(folder, 'whole.db');
  path = join(folder, deskFile);
  const desk = openSyncDesk();
  desk.service = ({ endpoint, id }) => {
    if (endpoint === 16) return id.startsWith('L') ? made(id) : id.startsWith('C') ? creating(id) : answer(404);
    if (id.startsWith('R')) return answer(400, { Message: `Weight of ${id} must be positive` });
    if (id.startsWith('U') || id.startsWith('O')) return maybe();
    return endpoint === 7 ? answer(201, 'Noted', { contentType: 'text/plain' }) : creating(id);
  };
  const ids = [1, 2, 3, 4, 5, 6].flatMap((n) =>
    [
      labelCapture(`L${n}`, { ShipToAddress: { Contact: `Ana Ruiz ${n}`, Country: 'ES' } }),
      labelCapture(`C${n}`),
      labelCapture(`R${n}`),
      labelCapture(`U${n}`),
      declareCapture(`D${n}`),
      boxCapture(`B${n}`),
      skuCapture(`SKU-${n}`),
      inboundCapture(`I${n}`, `SKU-${n}`),
      outboundCapture(`O${n}`, `SKU-${n}`),
    ].map((capture) => desk.add(capture)),
  );
  // in the index of the search before the service gives them numbers, which are to be written there too
  while (searchIndex(desk.db).some()) continue;
  desk.sync.start();
  await desk.time.pass(30_000);
  const printable = desk.reader.page({}, 100).rows.filter(({ trackingNumber }) => trackingNumber !== null);
  let jobs = 0;
  const queue = openPrintQueue(desk.db, { now: desk.time.clock.now, newId: () => `job-${++jobs}` });
  const [told = [], sent = []] = [printable.slice(0, 3), printable.slice(3)].map((rows) => rows.map(({ id }) => id));
  const { job } = queue.add('print-1', { ids: sent, printer: 'Zebra', reason: null }, 'Mia');
  queue.begin('print-2', job, 'Mia');
  const next = queue.next(job);
  if (!next) throw new Error('no label waits');
  queue.handOver(next.seq, { way: 'raw', reprints: false, ...paperIn(desk.db, next.entry) });
  queue.interrupted();
  queue.printed('print-3', told, 'Mia');
  const handovers = openHandovers(desk.db, { now: desk.time.clock.now, newId: () => `handover-${++jobs}` });
  for (const carrier of ['', 'SGP']) {
    const { id } = handovers.begin(`begin-${carrier}`, carrier, 'Mia');
    handovers.scan(`scan-${carrier}`, id, 'NOBODY', 'Mia');
    if (carrier !== '') continue;
    handovers.along('along-1', id, told.slice(0, 1), 'Mia');
    handovers.close('close-1', id, 'Mia');
  }
  desk.outbox.enqueue('draft-1', labelCapture('X1'), 'Mia', true);
  desk.outbox.withdraw(desk.outbox.enqueue('gone-1', labelCapture('X2'), 'Mia', false).id, {
    operator: 'Mia',
    why: 'not wanted',
    decided: false,
    alone: false,
  });
  expect(ids.length).toBeGreaterThan(40);
  remember(desk.db, desk.time.clock.now());
  await desk.db.backup(whole);
  await desk.close();
  const copy = new Database(whole);
  copy.pragma('journal_mode = DELETE');
  copy.close();
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const outboundCapture = (PackageId: string, Sku: string) =>
  captureOf(10, {
    WarehouseId: 'W1',
    Package: { PackageId, ShipToAddress: { Country: 'ES' }, Skus: [{ Sku, Quantity: 2 }] },
  });

const fields = [{ field: 'ShipToAddress.Contact', keystrokes: 12, ms: 3000 }];

/** What a desk keeps beside its entries, as its own parts write it. */
function remember(db: Database.Database, now: number): void {
  while (learnEntries(db).some()) continue;
  const answers = answerStore(db, () => now);
  const kept = [1, 2, 3].map((n) => ({ kind: 'parcel' as const, subject: `T-${n}`, value: { number: `T-${n}` } }));
  answers.keep('https://service.example', kept);
  screenStateStore(db, () => now).remember('choices', { language: 'en' });
  operatorStore(db, () => 'BADGE1').save('Mia', { code: '7', pin: undefined, newBadge: false });
  templateStore(db, () => now).save(2, 'Weekly', { query: {}, body: { Package: { ServiceCode: 'SGP' } } }, 'Mia');
  watchStore(
    db,
    () => now,
    () => defaultSettings,
  ).add(['T-1', 'T-2'], 'Mia');
  settingsStore(db).set({ holdSeconds: 7 });
  meterStore(db, () => now).add([{ endpoint: 2, keystrokes: 40, scans: 1, ms: 9000, fields }], 'Mia');
  const lists = listImports(db);
  const skus = Array.from({ length: 60 }, (_, n) => ({ code: `LISTED-${n}`, name: `Shoe ${n}` }));
  for (const _ of lists.replace('skus', listParts(skus))) continue;
  // some are in the index, others are still to be written there
  skuIndex(db).some();
  // one that is cut off in the middle
  const half = lists.replace('warehouses', listParts([{ code: 'W1', name: 'Here' }]));
  half.next();
}

function verified(): Verified {
  let db;
  try {
    db = openDeskReader(folder);
    return verifyDatabase(db);
  } catch (error) {
    return unreadable(String(error));
  } finally {
    db?.close();
  }
}

/** All that is shown or decided from, as any reader of the file sees it; what cannot be read is told by its error. */
function shown(): string {
  const db = new Database(path, { readonly: true });
  try {
    const rows = tablesOf(db).map(({ table }) =>
      db.prepare(`SELECT * FROM ${table} NOT INDEXED`).safeIntegers(true).raw().all(),
    );
    return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
  } catch (error) {
    return String(error);
  } finally {
    db.close();
  }
}

/** Every table of the file but those of SQLite and of its full-text index. */
function tablesOf(db: Database.Database): { table: string; columns: string[]; key: string[] }[] {
  const tables = db
    .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'")
    .pluck()
    .all() as string[];
  return tables.map((table) => {
    const columns = db.prepare('SELECT name, pk FROM pragma_table_info(?)').all(table) as {
      name: string;
      pk: number;
    }[];
    const key = columns.filter(({ pk }) => pk > 0).map(({ name }) => name);
    return { table, columns: columns.map(({ name }) => name), key };
  });
}

/** Numbers that look random and are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('verify', () => {
  it('calls what the desk wrote whole, and every row of it covered', () => {
    copyFileSync(whole, path);
    expect(verified()).toMatchObject({ whole: true, damages: [], uncovered: 0 });
  });

  it('tells every cell of every table that damage changed, by its entry, with what to do', () => {
    copyFileSync(whole, path);
    const db = new Database(path);
    db.pragma('ignore_check_constraints = ON');
    const triggers = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all();
    for (const name of triggers) db.exec(`DROP TRIGGER ${String(name)}`);
    const next = numbers(7);
    const untold: string[] = [];
    let damaged = 0;
    for (const { table, columns, key } of tablesOf(db)) {
      const rows = db.prepare(`SELECT * FROM ${table}`).all() as Record<string, unknown>[];
      expect(rows.length, table).toBeGreaterThan(0);
      for (const name of columns.filter((one) => one !== 'seal')) {
        for (let round = 0; round < 2; round += 1) {
          const row = rows[next(rows.length)] ?? {};
          db.pragma('foreign_keys = OFF');
          db.exec('BEGIN');
          const is = row[name];
          const other =
            typeof is === 'number'
              ? is + 1_000_000
              : Buffer.isBuffer(is)
                ? Buffer.alloc(is.length, 7)
                : `${typeof is === 'string' ? is : ''}1~`;
          const type = db.prepare('SELECT type FROM pragma_table_info(?) WHERE name = ?').pluck().get(table, name);
          const value =
            is === null && type === 'INTEGER' ? 1 : is === null && type === 'BLOB' ? Buffer.alloc(32) : other;
          const at = key.map((part) => `${part} = @${part}`).join(' AND ');
          db.prepare(`UPDATE ${table} SET ${name} = @damage WHERE ${at}`).run({
            damage: value,
            ...Object.fromEntries(key.map((part) => [part, row[part]])),
          });
          damaged += 1;
          const damages = verifyDatabase(db).damages.filter(({ part }) => part !== 'shape');
          const entry =
            table === 'entry'
              ? row
              : ['attempt', 'history', 'need'].includes(table)
                ? { id: idOf(db, row['entry']) }
                : null;
          const told =
            name === 'id' || name === 'entry' || entry === null
              ? damages.length > 0
              : damages.some(({ id, todo }) => id === entry['id'] && todo !== '');
          if (!told) untold.push(`${table}.${name}`);
          db.exec('ROLLBACK');
        }
      }
    }
    db.close();
    expect(damaged).toBeGreaterThan(200);
    expect(untold).toEqual([]);
  }, 300_000);

  it('tells every letter of a table, a rule, an index or a trigger that is not as the program made it', () => {
    copyFileSync(whole, path);
    const db = new Database(path);
    const made = db.prepare(
      "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB '*search_*' AND name NOT GLOB 'sqlite_*'",
    );
    const statements = made.all() as { name: string; sql: string }[];
    db.close();
    const bytes = readFileSync(whole);
    const next = numbers(5);
    const untold: string[] = [];
    let tried = 0;
    for (const { name, sql } of statements) {
      const letters = [...sql.matchAll(/[A-Za-z]/g)].map(({ index }) => index);
      const damaged = Buffer.from(bytes);
      // another letter, not the same one in another size, which SQL does not tell apart
      const letter = letters[next(letters.length)] ?? 0;
      let places = 0;
      // also where it stood before SQLite moved it, which nobody reads any more
      for (let at = bytes.indexOf(sql); at >= 0; at = bytes.indexOf(sql, at + 1), places += 1)
        damaged[at + letter]! ^= 1;
      if (places === 0) continue;
      writeFileSync(path, damaged);
      tried += 1;
      const { whole: says, damages } = verified();
      if (says || damages.some(({ todo }) => todo === '')) untold.push(name);
    }
    expect(tried).toBeGreaterThan(50);
    expect(untold).toEqual([]);
  }, 60_000);

  it('tells what the program did not make, and what of its own is not there', () => {
    copyFileSync(whole, path);
    const db = new Database(path);
    db.exec('CREATE TRIGGER eats AFTER UPDATE ON entry BEGIN SELECT 1; END; DROP INDEX entry_by_key');
    db.close();
    const told = verified().damages.filter(({ part }) => part === 'shape');
    expect(told.map(({ message }) => message)).toEqual([
      'The index entry_by_key is not there.',
      'The trigger eats was not made by this program.',
    ]);
  });

  it('tells every row that is gone', () => {
    copyFileSync(whole, path);
    const db = new Database(path);
    db.exec('DROP TRIGGER history_is_never_removed');
    db.pragma('foreign_keys = OFF');
    for (const [table, column] of [
      ['entry', 'seq'],
      ['attempt', 'id'],
      ['history', 'seq'],
      ['handover_parcel', 'seq'],
    ] as const) {
      for (const which of ['min', 'max']) {
        db.exec('BEGIN');
        db.exec(`DELETE FROM ${table} WHERE ${column} = (SELECT ${which}(${column}) FROM ${table})`);
        expect(verifyDatabase(db).damages.map(({ part }) => part)).toContain('missing');
        db.exec('ROLLBACK');
      }
    }
    db.close();
  });

  it('tells every damaged byte after which anything is shown or decided otherwise', () => {
    copyFileSync(whole, path);
    const bytes = readFileSync(whole);
    const before = shown();
    const next = numbers(11);
    const untold: number[] = [];
    let harmful = 0;
    for (let round = 0; round < 250; round += 1) {
      const at = next(bytes.length);
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ (1 + next(255));
      writeFileSync(path, damaged);
      if (shown() === before) continue;
      harmful += 1;
      const found = verified();
      if (found.whole || found.damages.length === 0) untold.push(at);
    }
    expect(harmful).toBeGreaterThan(25);
    expect(untold).toEqual([]);
  }, 300_000);

  it('tells a page that is zeros, cut off or another page, by the entries that are lost with it', () => {
    const bytes = readFileSync(whole);
    const size = bytes.readUInt16BE(16);
    copyFileSync(whole, path);
    const before = shown();
    const untold: string[] = [];
    for (let page = 0; page < bytes.length / size; page += 1) {
      const zeros = Buffer.from(bytes).fill(0, page * size, (page + 1) * size);
      const other = Buffer.from(bytes);
      bytes.copy(other, page * size, 0, size);
      for (const [name, damaged] of [
        ['zeros', zeros],
        ['cut', bytes.subarray(0, page * size)],
        ['other', other],
      ] as const) {
        writeFileSync(path, damaged);
        if (shown() !== before && verified().whole) untold.push(`${name} ${page}`);
      }
    }
    expect(untold).toEqual([]);
  }, 300_000);
});

function idOf(db: Database.Database, seq: unknown): unknown {
  return db.prepare('SELECT id FROM entry WHERE seq = ?').pluck().get(seq);
}
