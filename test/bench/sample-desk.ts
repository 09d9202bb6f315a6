import { searchIndex } from '../../electron/outbox/search/search-index.ts';
import { openDesk, openDeskReader } from '../../electron/storage/database/open-desk.ts';
import type { Sqlite } from '../../electron/storage/database/open-sqlite.ts';
import { sampleOrders, type SampleOrder } from './sample-orders.ts';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const batchSize = 5000;
// The last entries are added one by one, as at a counter, so that the index is measured in the state in which single
// captures leave it.
const singleCaptures = 200;

/** Numbers of entries to measure; BENCH_ENTRIES limits them. */
export function sizesUpTo(sizes: readonly number[]): number[] {
  const maxEntries = Number(process.env['BENCH_ENTRIES'] ?? Infinity);
  return sizes.filter((size) => size <= maxEntries);
}

/**
 * A desk in a temporary folder, filled by bulk SQL and by the function that writes the search index. With `delivered`,
 * no entry waits for the service. `kept` is the result of an earlier run.
 */
export function sampleDesk(options: { searched: boolean; delivered?: boolean; kept?: StoredDesk }) {
  const folder = options.kept?.folder ?? mkdtempSync(join(tmpdir(), 'parcel-desk-bench-'));
  const db = openDesk(folder);
  // Filling is not measured, and no data needs to survive the run.
  db.pragma('synchronous = OFF');
  db.pragma('cache_size = -400000');
  const orders = sampleOrders();
  const search = searchIndex(db);
  const insertEntry = entryInsert(db, options.delivered ?? false);
  const kept: SampleOrder[] = [];
  let entries = 0;
  const spent = options.kept?.spent ?? { entry: 0, index: 0 };

  function nextOrder(): SampleOrder {
    const order = orders.next().value;
    if (++entries % 97 === 1) kept.push(order);
    return order;
  }
  while (entries < (options.kept?.entries ?? 0)) nextOrder();

  function addOrder(): void {
    const order = nextOrder();
    const seq = entries;
    spent.entry += cpuTime(() => insertEntry(seq, order));
    if (!options.searched) return;
    spent.index += cpuTime(() => {
      search.putRequest(seq, order.PackageId, order.body);
      search.addNumbers(seq, [order.TrackingNumber, order.SvcId]);
    });
  }
  const addMany = db.transaction((count: number) => {
    for (let orderIndex = 0; orderIndex < count; orderIndex++) addOrder();
  });

  function indexAll(): void {
    if (options.searched)
      spent.index += cpuTime(
        () =>
          void db.transaction(() => {
            while (search.processBatch()) continue;
          })(),
      );
  }

  return {
    db,
    folder,
    /** processor time spent so far on entries and on the index (µs), without commits */
    spent,
    /** a sample of its orders, spread evenly over all of them */
    kept,
    /** Adds orders until there are `targetCount`. */
    grow(targetCount: number): void {
      const indexes = db
        .prepare<[], { name: string; sql: string }>(
          "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'entry' AND sql IS NOT NULL",
        )
        .all();
      for (const { name } of indexes) db.exec(`DROP INDEX ${name}`);
      while (entries < targetCount - singleCaptures) {
        addMany(Math.min(batchSize, targetCount - singleCaptures - entries));
        indexAll();
      }
      for (const { sql } of indexes) db.exec(sql);
      while (entries < targetCount) {
        addMany(1);
        if (options.searched) search.processBatch();
      }
      db.pragma('wal_checkpoint(TRUNCATE)');
    },
    openReader: () => openDeskReader(folder),
    /** Bytes in pages of tables and indexes whose names match. */
    bytesOf(prefix: string): number {
      const sum = db.prepare<[string], { bytes: number | null }>(
        'SELECT sum(pgsize) AS bytes FROM dbstat WHERE aggregate = TRUE AND name GLOB ?',
      );
      return sum.get(prefix)?.bytes ?? 0;
    },
    /** Closes the database and returns its folder, to open it as a desk. */
    handOver(): string {
      db.close();
      return folder;
    },
    close(): void {
      db.close();
      if (!options.kept) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A sample desk that an earlier run has filled. */
export interface StoredDesk {
  folder: string;
  entries: number;
  spent: { entry: number; index: number };
}

export type SampleDesk = ReturnType<typeof sampleDesk>;

// Measures processor time (µs), which other load on the machine does not change.
function cpuTime(action: () => void): number {
  const cpuBefore = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(cpuBefore);
  return user + system;
}

function entryInsert(db: Sqlite, delivered: boolean) {
  const insert = db.prepare(
    `INSERT INTO entry (seq, id, endpoint, key_kind, key, state, request, request_sha256, operator, recipient, captured_at,
       accepted_at, settled_at, tracking_number, tracking_final, svc_id)
     VALUES (?, ?, 2, 'PackageId', ?, ?, ?, ?, 'Mia', ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (seq: number, { PackageId, body, TrackingNumber, SvcId }: SampleOrder): void => {
    const text = JSON.stringify({ query: {}, body });
    const { Contact, Country } = body.Package.ShipToAddress;
    const acceptedAt = TrackingNumber === null && !delivered ? null : seq;
    insert.run(
      seq,
      `entry-${seq}`,
      PackageId,
      acceptedAt === null ? 'queued' : 'done',
      text,
      createHash('sha256').update(text).digest(),
      `${Contact}, ${Country}`,
      seq,
      acceptedAt,
      acceptedAt,
      TrackingNumber,
      acceptedAt === null ? null : 1,
      SvcId,
    );
  };
}
