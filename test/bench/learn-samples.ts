import { watchStore } from '../../electron/lookups/watch-store.ts';
import { addressBook, recipientOf } from '../../electron/memory/address-book.ts';
import { goodsIn, goodsMemory } from '../../electron/memory/goods-memory.ts';
import { skuIndex } from '../../electron/memory/listed-skus.ts';
import type { Sqlite } from '../../electron/storage/database/open-sqlite.ts';
import { defaultSettings } from '../../shared/settings/settings.ts';
import { importList } from '../support/import-list.ts';

const maxWatched = 10_000;
export const listedSkuCount = 20_000;

/** Number of records in each memory. */
export interface Learned {
  addresses: number;
  goods: number;
  watched: number;
}

/** Fills the memories of a sample desk from all its entries, as years of use would. */
export function learnSamples(db: Sqlite): Learned {
  const book = addressBook(db);
  const goods = goodsMemory(db);
  const rows = db.prepare<[], { endpoint: number; request: string; tracking_number: string | null }>(
    'SELECT endpoint, request, tracking_number FROM entry ORDER BY seq',
  );
  db.transaction(() => {
    const numbers: string[] = [];
    for (const { endpoint, request, tracking_number } of rows.all()) {
      const { body } = JSON.parse(request) as { body: unknown };
      const recipient = recipientOf(endpoint, body);
      if (recipient) book.learn(recipient, 1, 1);
      for (const line of goodsIn(endpoint, body)) goods.learn(line, endpoint, 1, 1);
      if (tracking_number !== null && numbers.length < maxWatched) numbers.push(tracking_number);
    }
    watchStore(
      db,
      () => 1,
      () => defaultSettings,
    ).add(numbers, 'Mia');
    const items = Array.from({ length: listedSkuCount }, (_, listIndex) => ({
      code: `LIST-${listIndex}`,
      name: `Listed ${listIndex}`,
    }));
    importList(db, 'skus', items);
    const index = skuIndex(db);
    while (index.processBatch());
  })();
  const count = (table: string) => db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? 0;
  return { addresses: count('remembered_address'), goods: count('remembered_goods'), watched: count('watch') };
}
