import type { RememberedGoods } from '../../shared/contract/memory-procedures.ts';
import { findCreate } from '../../shared/creates/create-kinds.ts';
import { goodsFactNames } from '../../shared/creates/goods-facts.ts';
import { valueAt, valuesAt } from '../../shared/service/value-at.ts';
import { foldText } from '../outbox/search/fold-text.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../storage/database/queries.ts';
import { fingerprintOf, prepareAllPartsQuery, searchPartsOf } from './compare-texts.ts';

/**
 * Facts of goods under the field names of the drop-ship SKU line; texts and numbers as entered, in the units of their
 * order.
 */
export type GoodsFacts = Record<string, string | number>;

const linesOf = (endpoint: number, body: unknown): unknown[] =>
  (findCreate(endpoint)?.goods ?? []).flatMap((path) => valuesAt(body, path).map(({ value }) => value));

/** The goods of a create, one record per line. Facts that an inbound SKU lacks are taken from its first details. */
export function goodsIn(endpoint: number, body: unknown): GoodsFacts[] {
  return linesOf(endpoint, body).map((line) => {
    const [details] = valuesAt(line, ['ProductDetails', '*']);
    return { ...factsOf(details?.value), ...factsOf(line) };
  });
}

function factsOf(line: unknown): GoodsFacts {
  const facts: GoodsFacts = {};
  for (const [fact, names] of Object.entries(goodsFactNames)) {
    for (const name of names) {
      const value = valueAt(line, [name]);
      if ((typeof value === 'string' && value.trim() !== '') || typeof value === 'number') facts[fact] ??= value;
    }
  }
  return facts;
}

/** A fingerprint that is equal for the same goods in the same quantities, in any order. */
export function goodsFingerprint(endpoint: number, body: unknown): Buffer {
  const quantities = new Map<string, number>();
  for (const line of linesOf(endpoint, body)) {
    const { Sku, DeclareNameEn, ProductName } = factsOf(line);
    const name = String(Sku ?? DeclareNameEn ?? ProductName ?? '');
    const quantity = valueAt(line, ['Quantity']);
    quantities.set(name, (quantities.get(name) ?? 0) + (typeof quantity === 'number' ? quantity : 0));
  }
  return fingerprintOf([...quantities].map(([name, quantity]) => `${name} x ${quantity}`).sort());
}

type NameKind = 'Sku' | 'DeclareNameEn';
interface Row {
  by: NameKind;
  name: string;
  facts: string;
  endpoint: number;
  used: number;
  used_at: number;
}

const columns = 'by, name, facts, endpoint, used, used_at';

/** Remembers the last facts of goods. */
export function goodsMemory(db: Sqlite) {
  const readGoods = prepareGoodsRead(db);
  const saveGoods = db.prepare<[NameKind, string, string, string, number, number, number]>(
    `INSERT INTO remembered_goods (by, name, facts, folded, endpoint, used, used_at) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (by, name) DO UPDATE SET facts = excluded.facts, folded = excluded.folded, endpoint = excluded.endpoint,
       used = used + excluded.used, used_at = max(used_at, excluded.used_at)`,
  );

  function learnBy(nameKind: NameKind, facts: GoodsFacts, endpoint: number, uses: 0 | 1, at: number): void {
    const name = facts[nameKind];
    if (typeof name !== 'string') return;
    // facts that this order does not state are kept
    const stored = readGoods(nameKind, name);
    const merged = { ...stored?.facts, ...facts };
    // the kind of order that the weight is from: its unit depends on the kind, and is not converted
    const sourceEndpoint = stored === null || facts['Weight'] !== undefined ? endpoint : stored.endpoint;
    const folded = foldText(
      [merged.Sku, merged.DeclareNameEn, merged.DeclareNameCn, merged.ProductName, merged.HsCode]
        .filter(Boolean)
        .join('\n'),
    );
    saveGoods.run(nameKind, name, JSON.stringify(merged), folded, sourceEndpoint, uses, at);
  }

  const remove = db.prepare<[NameKind, string]>('DELETE FROM remembered_goods WHERE by = ? AND name = ?');
  return {
    /** Forgets goods under one of their names; the record under the other name stays. */
    forget: (nameKind: NameKind, name: string): boolean => remove.run(nameKind, name).changes > 0,
    learn(facts: GoodsFacts, endpoint: number, uses: 0 | 1, at: number): void {
      learnBy('Sku', facts, endpoint, uses, at);
      learnBy('DeclareNameEn', facts, endpoint, uses, at);
    },
  };
}

/** Finds goods by parts of SKU, names or HS code, most used first; or one by its exact SKU or English name. */
export function goodsFinder(db: Sqlite) {
  const find = prepareAllPartsQuery<Row>(
    db,
    (where) =>
      `SELECT ${columns} FROM remembered_goods WHERE ${where} ORDER BY used DESC, used_at DESC LIMIT ${opaqueIntParam()}`,
  );
  const readGoods = prepareGoodsRead(db);
  return {
    find: (text: string, limit: number): RememberedGoods[] => find(searchPartsOf(text), limit).map(toGoods),
    findOne: (nameKind: NameKind, name: string): RememberedGoods | null => readGoods(nameKind, name),
  };
}

function prepareGoodsRead(db: Sqlite) {
  const rowByName = db.prepare<[NameKind, string], Row>(
    `SELECT ${columns} FROM remembered_goods WHERE by = ? AND name = ?`,
  );
  return (nameKind: NameKind, name: string): RememberedGoods | null => {
    const row = rowByName.get(nameKind, name);
    return row === undefined ? null : toGoods(row);
  };
}

const toGoods = ({ by, name, facts, endpoint, used, used_at }: Row): RememberedGoods => ({
  by,
  name,
  facts: JSON.parse(facts) as GoodsFacts,
  endpoint,
  used,
  usedAt: used_at,
});
