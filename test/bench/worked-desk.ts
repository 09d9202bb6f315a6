import { openJournal } from '../../electron/copies/journal/journal.ts';
import { journalFolder } from '../../electron/copies/journal/read-journal.ts';
import { learnEntries } from '../../electron/memory/learn-entries.ts';
import { openOutbox } from '../../electron/outbox/open-outbox.ts';
import { searchIndex } from '../../electron/outbox/search/search-index.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { identify } from '../../electron/storage/register/identity.ts';
import { why } from '../../shared/outbox/whys.ts';
import { captureOf } from '../support/open-test-outbox.ts';
import { sampleOrders } from './sample-orders.ts';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const atOnce = 100;

/**
 * Creates the data folder of a desk at which this many label orders were entered and delivered, with the functions that
 * a desk uses. Each has its history, its attempt with the service's answer, its tracking number, its line in the rescue
 * journal, what forms learn from it, and its tokens in the search index. In each batch of 100 one order stays queued.
 */
export function makeWorkedDesk(folder: string, entries: number): void {
  mkdirSync(folder, { recursive: true });
  const db = openDesk(folder);
  // No data needs to survive the run.
  db.pragma('synchronous = OFF');
  db.pragma('cache_size = -400000');
  let now = Date.parse('2026-03-02T08:00:00Z');
  let ids = 0;
  identify(db, () => 'worked-desk');
  const outbox = openOutbox(db, { now: () => now, newId: () => `entry-${++ids}`, holdMs: () => 0 });
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
  for (let made = 0; made < entries; made += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, entries - made) }, () => orders.next().value);
    const byKey = new Map(some.map((order) => [order.PackageId, order]));
    outbox.enqueueMany(
      some.map(({ body }) => captureOf(2, body)),
      'Mia',
      false,
    );
    now += 60_000;
    outbox.sync.inTransaction(() => {
      const claimed = outbox.sync.claim(some.length - 1, now, 'https://service.example', []);
      for (const one of claimed) {
        const order = byKey.get(one.key.value);
        const record = {
          PackageId: one.key.value,
          ServiceCode: 'SGP',
          Status: 'Created',
          SvcPackageId: order?.SvcId ?? `SVC-${one.key.value}`,
          TrackingNumber: order?.TrackingNumber ?? `T-${one.key.value}`,
        };
        outbox.sync.settle(
          one,
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
