import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unreadable, verifyDatabase, type Verified } from '../../electron/backup/verify.ts';
import { deskFile, openDeskReader } from '../../electron/database/open-desk.ts';
import { sealedTables } from '../../electron/database/seal.ts';
import { answerStore } from '../../electron/lookups/answer-store.ts';
import { learnEntries } from '../../electron/memories/learn-entries.ts';
import { operatorStore } from '../../electron/memories/operators.ts';
import { memoryStore } from '../../electron/outbox/memory.ts';
import { answer, maybe } from '../support/exchanges.ts';
import { boxCapture, declareCapture, inboundCapture, labelCapture, skuCapture } from '../support/open-test-outbox.ts';
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
    if (id.startsWith('U')) return maybe();
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
    ].map((capture) => desk.add(capture)),
  );
  desk.sync.start();
  await desk.time.pass(30_000);
  const printable = desk.reader.page({}, 100).rows.filter(({ trackingNumber }) => trackingNumber !== null);
  desk.outbox.printed(
    'print-1',
    printable.slice(0, 3).map(({ id }) => id),
    'Mia',
  );
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

/** What a desk keeps beside its entries, as its own parts write it. */
function remember(db: Database.Database, now: number): void {
  while (learnEntries(db).some()) continue;
  const answers = answerStore(db, () => now);
  const kept = [1, 2, 3].map((n) => ({ kind: 'parcel' as const, subject: `T-${n}`, value: { number: `T-${n}` } }));
  answers.keep('https://service.example', kept);
  memoryStore(db, () => now).remember('choices', { language: 'en' });
  operatorStore(db, () => 'BADGE1').save('Mia', { code: '7', pin: undefined, newBadge: false });
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
    const tables = [...sealedTables(db).map(({ table }) => table), 'counter'];
    const rows = tables.map((table) => db.prepare(`SELECT * FROM ${table} NOT INDEXED`).safeIntegers(true).raw().all());
    return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
  } catch (error) {
    return String(error);
  } finally {
    db.close();
  }
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

  it('tells every cell that damage changed, by its entry, with what to do', () => {
    copyFileSync(whole, path);
    const db = new Database(path);
    db.pragma('ignore_check_constraints = ON');
    db.exec('DROP TRIGGER history_is_never_changed');
    const next = numbers(7);
    const untold: string[] = [];
    let damaged = 0;
    for (const { table, columns, key } of sealedTables(db)) {
      for (const { name } of [...columns, ...(table === 'entry' ? [{ name: 'request' }] : [])]) {
        if (key.includes(name)) continue;
        for (let round = 0; round < 4; round += 1) {
          const rows = db.prepare(`SELECT * FROM ${table}`).all() as Record<string, unknown>[];
          const row = rows[next(rows.length)];
          if (row === undefined) continue;
          db.pragma('foreign_keys = OFF');
          db.exec('BEGIN');
          const is = row[name];
          const other =
            typeof is === 'number'
              ? is + 1
              : Buffer.isBuffer(is)
                ? Buffer.alloc(is.length, 7)
                : `${typeof is === 'string' ? is : ''}1`;
          const type = db.prepare('SELECT type FROM pragma_table_info(?) WHERE name = ?').pluck().get(table, name);
          const value =
            is === null && type === 'INTEGER' ? 1 : is === null && type === 'BLOB' ? Buffer.alloc(32) : other;
          const at = key.map((part) => `${part} = @${part}`).join(' AND ');
          db.prepare(`UPDATE ${table} SET ${name} = @damage WHERE ${at}`).run({
            damage: value,
            ...Object.fromEntries(key.map((part) => [part, row[part]])),
          });
          damaged += 1;
          const found = verifyDatabase(db);
          const entry =
            table === 'entry'
              ? row
              : rows.length > 0 && row['entry'] !== undefined
                ? { id: idOf(db, row['entry']) }
                : null;
          const told =
            name === 'id' || name === 'entry' || entry === null
              ? found.damages.length > 0
              : found.damages.some(({ id, todo }) => id === entry['id'] && todo !== '');
          if (found.whole || !told) untold.push(`${table}.${name}`);
          db.exec('ROLLBACK');
        }
      }
    }
    db.close();
    expect(damaged).toBeGreaterThan(200);
    expect(untold).toEqual([]);
  }, 120_000);

  it('tells every row that is gone', () => {
    copyFileSync(whole, path);
    const db = new Database(path);
    db.exec('DROP TRIGGER history_is_never_removed');
    db.pragma('foreign_keys = OFF');
    for (const [table, column] of [
      ['entry', 'seq'],
      ['attempt', 'id'],
      ['history', 'seq'],
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

  it('tells every damaged byte after which anything is shown or decided otherwise, and never throws', () => {
    copyFileSync(whole, path);
    const bytes = readFileSync(whole);
    const before = shown();
    const next = numbers(11);
    const untold: number[] = [];
    let harmful = 0;
    for (let round = 0; round < 500; round += 1) {
      const at = next(bytes.length);
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ (1 + next(255));
      writeFileSync(path, damaged);
      const found = verified();
      if (shown() === before) continue;
      harmful += 1;
      if (found.whole || found.damages.length === 0) untold.push(at);
    }
    expect(harmful).toBeGreaterThan(50);
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
        const found = verified();
        if (shown() !== before && found.whole) untold.push(`${name} ${page}`);
      }
    }
    expect(untold).toEqual([]);
  }, 300_000);
});

function idOf(db: Database.Database, seq: unknown): unknown {
  return db.prepare('SELECT id FROM entry WHERE seq = ?').pluck().get(seq);
}
