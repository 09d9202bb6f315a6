import type { Sqlite } from '../database/open-sqlite.ts';
import { prepareAllPartsQuery, partsOf } from './find-parts.ts';
import { goodsIn } from './goods-in.ts';
import { listedSkus } from './listed-skus.ts';
import { opaqueIntParam } from '../database/given.ts';

export interface KnownSku {
  Sku: string;
  /** name of the goods, or from the list; empty if there is none */
  name: string;
  /** its other searchable texts, under the field names of the drop-ship SKU line */
  facts: Record<string, unknown>;
}

/** Goods scanned per keystroke: a ms or two. */
const maxRead = 5000;

/**
 * Finds SKUs by any part of their code, names or HS code: among the most used goods, in the entries found, then in the
 * imported list.
 */
export function skuFinder(db: Sqlite) {
  // Rows are scanned in order of use, so the first matches are the most used ones.
  const inMostUsed = prepareAllPartsQuery<{ name: string; facts: string }>(
    db,
    (where) =>
      `SELECT name, facts FROM remembered_goods WHERE by = 'Sku' AND name IN (
         SELECT name FROM (
           SELECT by, name, folded FROM remembered_goods ORDER BY used DESC, used_at DESC LIMIT ${maxRead}
         ) WHERE ${where} AND by = 'Sku' LIMIT ${opaqueIntParam()}
       ) ORDER BY used DESC, used_at DESC`,
  );
  const ofEntry = prepareAllPartsQuery<{ name: string; facts: string }>(
    db,
    (where) => `SELECT name, facts FROM remembered_goods WHERE ${where} AND by = 'Sku' AND name = ?`,
  );
  const inList = listedSkus(db);

  const beginning = db.prepare<[string, string, number], { code: string; name: string }>(
    `SELECT code, name FROM list_item WHERE list = 'skus' AND code >= ? AND code < ? ORDER BY code LIMIT ${opaqueIntParam()}`,
  );

  // Codes that begin with the text come first, even if seldom used.
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
    // Allows for those already known.
    if (known.size < limit) for (const { code, name } of listed(text, parts, 2 * limit)) add(code, name, {});
    return [...known.values()].slice(0, limit);
  };
}

function nameIn({ ProductName, DeclareNameEn, DeclareNameCn }: Record<string, unknown>): string {
  const name = [ProductName, DeclareNameEn, DeclareNameCn].find(Boolean);
  return typeof name === 'string' ? name : '';
}
