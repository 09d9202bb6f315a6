import { learnEntries } from '../../electron/memory/learn-entries.ts';
import { templateStore } from '../../electron/memory/templates.ts';
import { searchIndex } from '../../electron/outbox/search/search-index.ts';
import { mixedOrders } from '../faults/orders.ts';
import { readTestCapture, openTestOutbox, type TestOutbox } from '../support/open-test-outbox.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: TestOutbox;
beforeEach(() => (desk = openTestOutbox()));
afterEach(() => desk.close());

const papers = { IDNumber: 'ZZIDENTITY7', BankCardLast4digits: 'ZZCARD4', RecipientBirthday: '1907-07-17' };

/** The body with identity data in each of its addresses. */
function withPapers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPapers);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withPapers(item)]));
  return 'Contact' in inner || 'Country' in inner ? { ...inner, ...papers } : inner;
}

/** Locations of a text in the database, as `table.column`. */
function placesOf(text: string): string[] {
  const tables = desk.db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  const found = tables.flatMap((table) =>
    desk.db
      .prepare<[], Record<string, unknown>>(`SELECT * FROM "${table}"`)
      .all()
      .flatMap((row) =>
        Object.entries(row)
          .filter(([, cell]) => String(cell).toLowerCase().includes(text.toLowerCase()))
          .map(([column]) => `${table}.${column}`),
      ),
  );
  return [...new Set(found)];
}

describe('data that identifies a person beyond the address', () => {
  it('is stored only in the order itself, not in memories, suggestions or the search index', () => {
    const templates = templateStore(desk.db, desk.now);
    for (const { endpoint, key, body } of mixedOrders(20)) {
      const capture = readTestCapture(endpoint, withPapers(body));
      desk.outbox.enqueue(key, capture, 'Mia', false);
      templates.save(endpoint, `like ${key}`, { query: {}, body: withPapers(body) }, 'Mia');
    }
    const learning = learnEntries(desk.db);
    while (learning.processBatch());
    while (searchIndex(desk.db).processBatch());
    for (const value of Object.values(papers)) expect(placesOf(value)).toEqual(['entry.request']);
    // Memories were still learned from these entries, without the identity data.
    expect(placesOf('Lisboa')).toEqual(expect.arrayContaining(['remembered_address.address', 'template.request']));
  });
});
