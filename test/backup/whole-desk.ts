import { unreadableResult, verifyDatabase, type Verified } from '../../electron/copies/verify/verify.ts';
import { openHandovers } from '../../electron/day/handover/open-handovers.ts';
import { answerStore } from '../../electron/lookups/answer-store.ts';
import { watchStore } from '../../electron/lookups/watch-store.ts';
import { listImports, splitIntoParts } from '../../electron/memory/import-list.ts';
import { learnEntries } from '../../electron/memory/learn-entries.ts';
import { skuIndex } from '../../electron/memory/listed-skus.ts';
import { templateStore } from '../../electron/memory/templates.ts';
import { actionLog } from '../../electron/operators/action-log.ts';
import { operatorStore } from '../../electron/operators/operators.ts';
import { screenStateStore } from '../../electron/outbox/screen-state.ts';
import { searchIndex } from '../../electron/outbox/search/search-index.ts';
import { openPrintQueue } from '../../electron/printing/queue/open-print-queue.ts';
import { deskFile } from '../../electron/storage/database/desk-file.ts';
import { openDeskReader } from '../../electron/storage/database/open-desk.ts';
import { settingsStore } from '../../electron/storage/settings-store.ts';
import { defaultSettings } from '../../shared/settings/settings.ts';
import { httpAnswer, possiblySent } from '../support/exchanges.ts';
import {
  boxCapture,
  readTestCapture,
  declareCapture,
  inboundCapture,
  labelCapture,
  skuCapture,
} from '../support/open-test-outbox.ts';
import { creatingRecord, createdRecord } from '../support/order-service.ts';
import { printedLabelFor } from '../support/print-jobs.ts';
import { openSyncDesk } from '../support/sync-desk.ts';
import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';

let folder: string;
export let whole: string;
export let path: string;

/**
 * Creates a database as the desk writes it: entries in every state, with attempts, statuses, dependencies, decisions
 * and printed labels.
 */
export async function writeWholeDesk(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'parcel-desk-'));
  whole = join(folder, 'whole.db');
  path = join(folder, deskFile);
  const desk = openSyncDesk();
  desk.service = ({ endpoint, id }) => {
    if (endpoint === 16)
      return id.startsWith('L') ? createdRecord(id) : id.startsWith('C') ? creatingRecord(id) : httpAnswer(404);
    if (id.startsWith('R')) return httpAnswer(400, { Message: `Weight of ${id} must be positive` });
    if (id.startsWith('U') || id.startsWith('O')) return possiblySent();
    return endpoint === 7 ? httpAnswer(201, 'Noted', { contentType: 'text/plain' }) : creatingRecord(id);
  };
  const ids = [1, 2, 3, 4].flatMap((n) =>
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
  // Indexed before the service assigns numbers, which must be indexed, too.
  while (searchIndex(desk.db).processBatch()) continue;
  desk.sync.start();
  await desk.time.advance(30_000);
  const printable = desk.reader.page({}, 100).rows.filter(({ trackingNumber }) => trackingNumber !== null);
  let jobs = 0;
  const queue = openPrintQueue(desk.db, { now: desk.time.clock.now, newId: () => `job-${++jobs}` });
  const [told = [], sent = []] = [printable.slice(0, 3), printable.slice(3)].map((rows) => rows.map(({ id }) => id));
  const { job } = queue.add('print-1', { ids: sent, printer: 'Zebra', reason: null }, 'Mia');
  queue.begin('print-2', job, 'Mia');
  const next = queue.next(job);
  if (!next) throw new Error('no label waits');
  queue.handOver(next.seq, { printer: 'Zebra', way: 'raw', reprints: false, ...printedLabelFor(desk.db, next.entry) });
  queue.recoverAfterRestart();
  queue.markPrinted('print-3', told, 'Mia');
  const handovers = openHandovers(desk.db, { now: desk.time.clock.now, newId: () => `handover-${++jobs}` });
  for (const carrier of ['', 'SGP']) {
    const { id } = handovers.begin(`begin-${carrier}`, carrier, 'Mia');
    handovers.scan(`scan-${carrier}`, id, 'NOBODY', 'Mia');
    if (carrier !== '') continue;
    handovers.includeParcels('along-1', id, told.slice(0, 1), 'Mia');
    handovers.close('close-1', id, 'Mia');
  }
  desk.outbox.enqueue('draft-1', labelCapture('X1'), 'Mia', true);
  desk.outbox.withdraw(desk.outbox.enqueue('gone-1', labelCapture('X2'), 'Mia', false).id, {
    operator: 'Mia',
    why: 'not wanted',
    decided: false,
    alone: false,
  });
  expect(ids.length).toBeGreaterThan(30);
  remember(desk.db, desk.time.clock.now());
  await desk.db.backup(whole);
  await desk.close();
  const copy = new Database(whole);
  copy.pragma('journal_mode = DELETE');
  copy.close();
}
export const removeDesk = (): void => rmSync(folder, { recursive: true, force: true });

const outboundCapture = (PackageId: string, Sku: string) =>
  readTestCapture(10, {
    WarehouseId: 'W1',
    Package: { PackageId, ShipToAddress: { Country: 'ES' }, Skus: [{ Sku, Quantity: 2 }] },
  });

/** Data beside the entries, written by the desk's own modules. */
function remember(db: Database.Database, now: number): void {
  while (learnEntries(db).processBatch()) continue;
  const answers = answerStore(db, () => now);
  const kept = [1, 2, 3].map((n) => ({ kind: 'parcel' as const, subject: `T-${n}`, value: { number: `T-${n}` } }));
  answers.save('https://service.example', kept);
  screenStateStore(db, () => now).remember('choices', { language: 'en' });
  operatorStore(db, () => 'BADGE1').save('Mia', { code: '7', pin: undefined, newBadge: false });
  templateStore(db, () => now).save(2, 'Weekly', { query: {}, body: { Package: { ServiceCode: 'SGP' } } }, 'Mia');
  watchStore(
    db,
    () => now,
    () => defaultSettings,
  ).add(['T-1', 'T-2'], 'Mia');
  settingsStore(db).set({ holdSeconds: 7 });
  const act = { right: 'settings', procedure: 'settings.set', via: 'screen', operator: 'Mia', allowedBy: '' } as const;
  actionLog(db).record({ ...act, id: 'act-1', at: now, about: '', parts: 'holdSeconds' }, 'done');
  const lists = listImports(db);
  const skus = Array.from({ length: 60 }, (_, n) => ({ code: `LISTED-${n}`, name: `Shoe ${n}` }));
  for (const _ of lists.replace('skus', splitIntoParts(skus))) continue;
  // Some are indexed, the others still have to be.
  skuIndex(db).processBatch();
  // An import that was interrupted halfway.
  const half = lists.replace('warehouses', splitIntoParts([{ code: 'W1', name: 'Here' }]));
  half.next();
}

export function verified(): Verified {
  let db;
  try {
    db = openDeskReader(folder);
    return verifyDatabase(db);
  } catch (error) {
    return unreadableResult(String(error));
  } finally {
    db?.close();
  }
}

/**
 * Everything that is shown or decided on, as any reader of the database sees it; an unreadable database gives its
 * error.
 */
export function shown(): string {
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

/** Every table of the database except SQLite's own and the tables of its full-text index. */
export function tablesOf(db: Database.Database): { table: string; columns: string[]; key: string[] }[] {
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

/** Pseudo-random numbers that are the same in every run. */
export function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
