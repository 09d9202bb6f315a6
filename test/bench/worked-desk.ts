import { openJournal } from '../../electron/copies/journal/journal.ts';
import { journalFolder } from '../../electron/copies/journal/read-journal.ts';
import { learnEntries } from '../../electron/memory/learn-entries.ts';
import { openOutbox } from '../../electron/outbox/open-outbox.ts';
import { searchIndex } from '../../electron/outbox/search/search-index.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { identify } from '../../electron/storage/register/identity.ts';
import { why } from '../../shared/outbox/whys.ts';
import { readTestCapture } from '../support/open-test-outbox.ts';
import { sampleOrders } from './sample-orders.ts';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const batchSize = 100;

/**
 * Creates the data folder of a desk at which this many label orders were entered and delivered, with the functions that
 * a desk uses. Each order has its history, its attempt with the answer of the service, its tracking number, its line in
 * the rescue journal, what forms learn from it, and its tokens in the search index. One order of each batch of 100
 * stays queued.
 */
export function makeWorkedDesk(folder: string, entries: number): void {
  mkdirSync(folder, { recursive: true });
  const db = openDesk(folder);
  // No data needs to survive the run.
  db.pragma('synchronous = OFF');
  db.pragma('cache_size = -400000');
  let now = Date.parse('2026-03-02T08:00:00Z');
  let lastId = 0;
  identify(db, () => 'worked-desk');
  const outbox = openOutbox(db, { now: () => now, newId: () => `entry-${++lastId}`, holdMs: () => 0 });
  const journal = openJournal({
    db,
    folder: join(folder, journalFolder),
    now: () => now,
    onFailure: (trouble) => {
      if (trouble) throw new Error(trouble.message);
    },
    onLostActions: () => undefined,
    after: () => () => undefined,
  });
  const search = searchIndex(db);
  const learning = learnEntries(db);
  const orders = sampleOrders();
  for (let madeSoFar = 0; madeSoFar < entries; madeSoFar += batchSize) {
    const orderBatch = Array.from({ length: Math.min(batchSize, entries - madeSoFar) }, () => orders.next().value);
    const byKey = new Map(orderBatch.map((order) => [order.PackageId, order]));
    outbox.enqueueMany(
      orderBatch.map(({ body }) => readTestCapture(2, body)),
      'Mia',
      false,
    );
    now += 60_000;
    outbox.sync.inTransaction(() => {
      const claimedEntries = outbox.sync.claim(orderBatch.length - 1, now, 'https://service.example', []);
      for (const claimedEntry of claimedEntries) {
        const order = byKey.get(claimedEntry.key.value);
        const record = {
          PackageId: claimedEntry.key.value,
          ServiceCode: 'SGP',
          Status: 'Created',
          SvcPackageId: order?.SvcId ?? `SVC-${claimedEntry.key.value}`,
          TrackingNumber: order?.TrackingNumber ?? `T-${claimedEntry.key.value}`,
        };
        outbox.sync.settle(
          claimedEntry,
          { status: 200, contentType: 'application/json', body: JSON.stringify(record) },
          'accepted',
          {
            events: ['accepted', 'made'],
            why: why('made'),
            wait: null,
            outcome: {
              TrackingNumber: record.TrackingNumber,
              IsFinalTrackingNumber: true,
              ShippingProvider: 'SGP',
              SvcId: record.SvcPackageId,
              record,
            },
          },
          now,
        );
      }
    });
    journal.note();
    while (search.processBatch()) continue;
    while (learning.processBatch()) continue;
  }
  journal.close();
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}
