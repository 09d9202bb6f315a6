import { readCapture, type Capture } from '../../../electron/outbox/capture.ts';
import { termsOf } from '../../../electron/outbox/search/terms.ts';
import { openSqlite } from '../../../electron/storage/database/open-sqlite.ts';
import { readTestCapture, openTestOutbox } from '../../support/open-test-outbox.ts';
import { median, ofRounds, measureMs, type Figure } from '../figure.ts';
import { sampleOrders } from '../sample-orders.ts';
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const rounds = 5;
const orders = 5000;
const sliceSize = 50;

const settings = { sync: 0 as const, idType: 'PackageId' as const, lang: 'zh' as const };

const plainTableMigration = {
  version: 1,
  name: 'bare',
  sql: `CREATE TABLE bare (seq INTEGER PRIMARY KEY, key TEXT NOT NULL, request TEXT NOT NULL, sha256 BLOB NOT NULL,
    search TEXT NOT NULL) STRICT`,
};

/** What the search index stores of an order. */
function searchText(key: string, body: unknown): string {
  const { numbers, words } = termsOf(key, body);
  return [...numbers, ...words].join(' ');
}

/**
 * Measures the import of 5,000 orders, compared with plain inserts of the same rows in the same slices. The time to
 * check the orders is reported separately.
 */
export function* imports(): Generator<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-bench-'));
  const desk = openTestOutbox({ holdMs: 5000 });
  const source = sampleOrders();
  const plainDb = openSqlite(join(folder, 'bare.db'), [plainTableMigration]);
  const insert = plainDb.prepare<[string, string, Buffer, string]>(
    'INSERT INTO bare (key, request, sha256, search) VALUES (?, ?, ?, ?)',
  );
  const insertAll = plainDb.transaction((captures: readonly Capture[]) => {
    for (const { key, body } of captures) {
      const text = JSON.stringify({ query: {}, body });
      insert.run(key.value, text, hash('sha256', text, 'buffer'), searchText(key.value, body));
    }
  });
  const measuredRounds = Array.from({ length: rounds }, () => {
    const captures = Array.from({ length: orders }, () => readTestCapture(2, source.next().value.body));
    const timeInSlices = (insertSlice: (some: Capture[]) => void) =>
      measureMs(() => {
        for (let offset = 0; offset < orders; offset += sliceSize)
          insertSlice(captures.slice(offset, offset + sliceSize));
      });
    const against = timeInSlices(insertAll);
    const measured = timeInSlices((some) => void desk.outbox.enqueueMany(some, 'Mia', false, true));
    const checks = measureMs(() => {
      for (const { endpoint, body } of captures) readCapture({ endpoint, body }, settings);
    });
    return { measured, against, checks };
  });
  const against = `bare inserts in slices of ${sliceSize}; checking them takes ${median(measuredRounds.map((importRound) => importRound.checks)).toFixed(0)} ms more`;
  yield ofRounds('outbox', 'import of 5,000', measuredRounds, 'ms', against, 1.5);
  plainDb.close();
  desk.close();
  rmSync(folder, { recursive: true, force: true });
}
