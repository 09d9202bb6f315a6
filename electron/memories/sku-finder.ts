import type { Sqlite } from '../database/open-sqlite.ts';
import { hasAllParts, partsOf } from './find-parts.ts';
import { goodsIn } from './goods-in.ts';
import { listedSkus } from './listed-skus.ts';
import { givenNumber } from '../database/given.ts';

export interface KnownSku {
  Sku: string;
  /** what the goods are called, or their list calls them; empty where nothing does */
  name: string;
  /** the other texts it is found by, under the names of the drop-ship SKU line */
  facts: Record<string, unknown>;
}

/** Goods that are read through in a search as one types: a ms or two. */
const maxRead = 5000;

/**
 * SKUs by any part of themselves, of their names or of their HS code: of the goods that are used most, of the entries that were found, then of
 * the imported list.
 */
export function skuFinder(db: Sqlite) {
  // what is read through comes in its order, so that the first that fit are the most used of them
  const inMostUsed = hasAllParts<{ name: string; facts: string }>(
    db,
    (where) =>
      `SELECT name, facts FROM remembered_goods WHERE by = 'Sku' AND name IN (
         SELECT name FROM (
           SELECT by, name, folded FROM remembered_goods ORDER BY used DESC, used_at DESC LIMIT ${maxRead}
         ) WHERE ${where} AND by = 'Sku' LIMIT ${givenNumber()}
       ) ORDER BY used DESC, used_at DESC`,
  );
  const ofEntry = hasAllParts<{ name: string; facts: string }>(
    db,
    (where) => `SELECT name, facts FROM remembered_goods WHERE ${where} AND by = 'Sku' AND name = ?`,
  );
  const inList = listedSkus(db);

  const beginning = db.prepare<[string, string, number], { code: string; name: string }>(
    `SELECT code, name FROM list_item WHERE list = 'skus' AND code >= ? AND code < ? ORDER BY code LIMIT ${givenNumber()}`,
  );

  // codes that begin so first, however little they are used
  function listed(text: string, parts: readonly string[], limit: number): { code: string; name: string }[] {
    const starts = new Set([text, text.toUpperCase(), text.toLowerCase()].map((start) => start.trim()));
    const begun = [...starts].flatMap((start) => beginning.all(start, `${start}\u{10ffff}`, limit));
    return [...begun, ...inList(parts, limit)];
  }

  return (text: string, entries: readonly { endpoint: number; body: unknown }[], limit: number): KnownSku[] => {
    const parts = partsOf(text);
    const named = new Set(entries.flatMap(({ endpoint, body }) => goodsIn(endpoint, body).map(({ Sku }) => Sku)));
    const known = new Map<string, KnownSku>();
    const add = (Sku: string, name: string, facts: Record<string, unknown>): void => {
      if (!known.has(Sku)) known.set(Sku, { Sku, name, facts });
    };
    const remember = (rows: readonly { name: string; facts: string }[]): void => {
      for (const { name, facts } of rows) {
        const all = JSON.parse(facts) as Record<string, unknown>;
        add(name, nameIn(all), all);
      }
    };
    remember(inMostUsed(parts, limit));
    for (const Sku of named) if (known.size < limit && typeof Sku === 'string') remember(ofEntry(parts, Sku));
    // As many more as may be known already.
    if (known.size < limit) for (const { code, name } of listed(text, parts, 2 * limit)) add(code, name, {});
    return [...known.values()].slice(0, limit);
  };
}

function nameIn({ ProductName, DeclareNameEn, DeclareNameCn }: Record<string, unknown>): string {
  const name = [ProductName, DeclareNameEn, DeclareNameCn].find(Boolean);
  return typeof name === 'string' ? name : '';
}
