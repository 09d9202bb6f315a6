import type { OtherPart } from '../../shared/outbox/damaged-parts.ts';
import { heldStockOf } from '../database/migrations/003-lookups.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { indexOfRow } from '../search/row-numbers.ts';
import { missingMessages, rebuiltTodo } from './index-damages.ts';
import { otherDamage, type Damage } from './damages.ts';

const stockTodo = 'Nothing needs to be done. What the inventory says of orders that wait may be wrong.';

/** Checks rows derived from others, which have no hash, by computing them again, so that missing rows are found too. */
export function findDerivedDamages(db: Sqlite): Damage[] {
  const damages: Damage[] = [];
  function check(part: OtherPart, sentenceOf: (name: string) => string, todo: string, sql: string): void {
    try {
      const names = db.prepare<[], string>(sql).pluck().all();
      damages.push(...names.map((name) => otherDamage(part, sentenceOf(name), null, todo)));
    } catch (error) {
      const says = error instanceof Error ? error.message : String(error);
      damages.push(otherDamage('unreadable', `Not everything can be compared (${says}).`));
    }
  }
  if (lacksDerivedTables(db)) return [];
  check('stock', (sku) => `What waiting orders hold of the SKU "${sku}" is not right.`, stockTodo, wrongStockQuery);
  check('index', missingMessages.row, rebuiltTodo, missingEntriesQuery(db));
  check('index', missingMessages.sku, rebuiltTodo, missingSkusQuery);
  return damages;
}

/** Whether the file is older than these tables. */
const lacksDerivedTables = (db: Sqlite): boolean =>
  !['held_stock', 'search_terms', 'sku_row'].every((table) => hasTable(db, table));

const hasTable = (db: Sqlite, table: string): boolean =>
  db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined;

const heldStockQuery = 'SELECT sku, warehouse, entry, quantity, refused FROM held_stock NOT INDEXED';
const wrongStockQuery = /* sql */ `
  SELECT DISTINCT sku FROM (
    SELECT * FROM (${heldStockQuery} EXCEPT ${heldStockOf}) UNION ALL SELECT * FROM (${heldStockOf} EXCEPT ${heldStockQuery})
  )`;

// every row is in the index or marked as pending, individually or with all rows from `up_to` on
const missingEntriesQuery = (db: Sqlite): string => /* sql */ `
  SELECT t.id FROM search_terms t
  WHERE NOT EXISTS (SELECT 1 FROM search_docsize d WHERE d.id = ${indexOfRow('t.id')})
    AND NOT EXISTS (SELECT 1 FROM search_pending p WHERE p.id = t.id)
    ${hasTable(db, 'search_indexed') ? 'AND t.id < (SELECT up_to FROM search_indexed)' : ''}`;
const missingSkusQuery = /* sql */ `
  SELECT i.code FROM list_item i
  WHERE i.list = 'skus'
    AND NOT EXISTS (SELECT 1 FROM sku_row r JOIN sku_search_docsize d ON d.id = r.id WHERE r.code = i.code)
    AND NOT EXISTS (SELECT 1 FROM sku_pending p WHERE p.code = i.code)`;
