import type { RememberedGoods } from '../../shared/contract/memory-procedures.ts';
import { findCreate } from '../../shared/creates/create-kinds.ts';
import { goodsFactNames } from '../../shared/creates/goods-facts.ts';
import { valueAt, valuesAt } from '../../shared/service/value-at.ts';
import { foldText } from '../outbox/search/fold-text.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../storage/database/queries.ts';
import { fingerprintOf, prepareAllPartsQuery, partsOf } from './compare-texts.ts';

/**
 * Facts of goods under the field names of the drop-ship SKU line; texts and numbers as entered, in the order's own
 * units.
 */
export type GoodsFacts = Record<string, string | number>;

const linesOf = (endpoint: number, body: unknown): unknown[] =>
  (findCreate(endpoint)?.goods ?? []).flatMap((place) => valuesAt(body, place).map(({ value }) => value));

/** The goods of a create, one record per line. Details of an inbound SKU supply what the SKU itself lacks. */
export function goodsIn(endpoint: number, body: unknown): GoodsFacts[] {
  return linesOf(endpoint, body).map((line) => {
    const [details] = valuesAt(line, ['ProductDetails', '*']);
    return { ...factsOf(details?.value), ...factsOf(line) };
  });
}

function factsOf(line: unknown): GoodsFacts {
  const facts: GoodsFacts = {};
  for (const [fact, all] of Object.entries(goodsFactNames)) {
    for (const name of all) {
      const value = valueAt(line, [name]);
      if ((typeof value === 'string' && value.trim() !== '') || typeof value === 'number') facts[fact] ??= value;
    }
  }
  return facts;
}

/** Equal for the same goods in the same quantities, in any order. */
export function goodsFingerprint(endpoint: number, body: unknown): Buffer {
  const counted = new Map<string, number>();
  for (const line of linesOf(endpoint, body)) {
    const { Sku, DeclareNameEn, ProductName } = factsOf(line);
    const name = String(Sku ?? DeclareNameEn ?? ProductName ?? '');
    const quantity = valueAt(line, ['Quantity']);
    counted.set(name, (counted.get(name) ?? 0) + (typeof quantity === 'number' ? quantity : 0));
  }
  return fingerprintOf([...counted].map(([name, quantity]) => `${name} x ${quantity}`).sort());
}

type By = 'Sku' | 'DeclareNameEn';
interface Row {
  by: By;
  name: string;
  facts: string;
  endpoint: number;
  used: number;
  used_at: number;
}

const columns = 'by, name, facts, endpoint, used, used_at';

/** Remembers the last facts of goods. */
export function goodsMemory(db: Sqlite) {
  const read = one(db);
  const keep = db.prepare<[By, string, string, string, number, number, number]>(
    `INSERT INTO remembered_goods (by, name, facts, folded, endpoint, used, used_at) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (by, name) DO UPDATE SET facts = excluded.facts, folded = excluded.folded, endpoint = excluded.endpoint,
       used = used + excluded.used, used_at = max(used_at, excluded.used_at)`,
  );

  function learnBy(by: By, facts: GoodsFacts, endpoint: number, uses: 0 | 1, at: number): void {
    const name = facts[by];
    if (typeof name !== 'string') return;
    // An order that names only the SKU keeps what is already known of it.
    const before = read(by, name);
    const all = { ...before?.facts, ...facts };
    // A weight belongs to the kind of order it was entered in: units differ between kinds, and none is converted.
    const from = before === null || facts['Weight'] !== undefined ? endpoint : before.endpoint;
    const folded = foldText(
      [all.Sku, all.DeclareNameEn, all.DeclareNameCn, all.ProductName, all.HsCode].filter(Boolean).join('\n'),
    );
    keep.run(by, name, JSON.stringify(all), folded, from, uses, at);
  }

  const remove = db.prepare<[By, string]>('DELETE FROM remembered_goods WHERE by = ? AND name = ?');
  return {
    /** Forgets what is known under one name; goods also known under another stay there. */
    forget: (by: By, name: string): boolean => remove.run(by, name).changes > 0,
    learn(facts: GoodsFacts, endpoint: number, uses: 0 | 1, at: number): void {
      learnBy('Sku', facts, endpoint, uses, at);
      learnBy('DeclareNameEn', facts, endpoint, uses, at);
    },
  };
}

/** Finds goods by any part of SKU, names or HS code, most used first, or exactly by SKU or English name. */
export function goodsFinder(db: Sqlite) {
  const find = prepareAllPartsQuery<Row>(
    db,
    (where) =>
      `SELECT ${columns} FROM remembered_goods WHERE ${where} ORDER BY used DESC, used_at DESC LIMIT ${opaqueIntParam()}`,
  );
  const read = one(db);
  return {
    find: (text: string, limit: number): RememberedGoods[] => find(partsOf(text), limit).map(asGoods),
    of: (by: By, name: string): RememberedGoods | null => read(by, name),
  };
}

function one(db: Sqlite) {
  const read = db.prepare<[By, string], Row>(`SELECT ${columns} FROM remembered_goods WHERE by = ? AND name = ?`);
  return (by: By, name: string): RememberedGoods | null => {
    const row = read.get(by, name);
    return row === undefined ? null : asGoods(row);
  };
}

const asGoods = ({ by, name, facts, endpoint, used, used_at }: Row): RememberedGoods => ({
  by,
  name,
  facts: JSON.parse(facts) as GoodsFacts,
  endpoint,
  used,
  usedAt: used_at,
});
