import { tokensOfSku, tokensWithin } from '../outbox/search/tokens.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../storage/database/queries.ts';
import { prepareAllPartsQuery, partsOf } from './compare-texts.ts';
import { goodsIn } from './goods-memory.ts';

export interface ListedSku {
  code: string;
  name: string;
  used: number;
}

/** Lines scanned, most used first: 5 ms. */
const maxRead = 5000;
/** Index matches compared before a search gives up, in addition to those it may return: a few ms for any input. */
const maxCompared = 2000;
/** Lines indexed in one transaction: about 3 ms of work and one sync, so that a capture never waits long. */
const batchSize = 40;

/**
 * Lines of the SKU list that contain every part in their code or name: first among the most used, then among all.
 * Beyond the most used, a line imported a moment ago may not be indexed yet.
 */
export function listedSkus(db: Sqlite): (parts: readonly string[], limit: number) => ListedSku[] {
  const amongMostUsed = prepareAllPartsQuery<ListedSku>(
    db,
    (where) =>
      `SELECT code, name, used FROM (
         SELECT code, name, folded, used FROM list_item WHERE list = 'skus'
         ORDER BY used DESC, used_at DESC, code LIMIT ${maxRead}
       ) WHERE ${where} LIMIT ${opaqueIntParam()}`,
  );
  // CROSS JOIN keeps the order of the tables: the index decides which lines are read.
  const indexed = db.prepare<[string], ListedSku & { folded: string }>(
    `SELECT i.code, i.name, i.used, i.folded FROM sku_search s
     CROSS JOIN sku_row r ON r.id = s.rowid CROSS JOIN list_item i ON i.list = 'skus' AND i.code = r.code
     WHERE sku_search MATCH ? ORDER BY s.rowid`,
  );

  function inIndex(parts: readonly string[], limit: number): ListedSku[] {
    const match = [...new Set(parts.flatMap(tokensWithin))].map((token) => `"${token.replaceAll('"', '""')}"`);
    if (match.length === 0) return [];
    const found: ListedSku[] = [];
    let left = maxCompared + limit;
    for (const { folded, ...line } of indexed.iterate(match.join(' AND '))) {
      if (parts.every((part) => folded.includes(part))) found.push(line);
      if (found.length >= limit || --left === 0) break;
    }
    return found;
  }

  return (parts, limit) => {
    const first = amongMostUsed(parts, limit);
    if (first.length >= limit) return first;
    const known = new Set(first.map(({ code }) => code));
    // Allows for those already known.
    const more = inIndex(parts, limit + first.length).filter(({ code }) => !known.has(code));
    return [...first, ...more].slice(0, limit);
  };
}

/** Indexes the SKU list in batches, so that no capture waits for it. */
export function skuIndex(db: Sqlite) {
  const pending = db.prepare<[], { code: string; folded: string }>(
    // CROSS JOIN: reads the few pending lines instead of the whole list.
    `SELECT p.code, i.folded FROM sku_pending p CROSS JOIN list_item i ON i.list = 'skus' AND i.code = p.code LIMIT ${batchSize}`,
  );
  const number = db.prepare<[string]>('INSERT INTO sku_row (code) VALUES (?)');
  const index = db.prepare<[number | bigint, string]>('INSERT INTO sku_search (rowid, tokens) VALUES (?, ?)');
  const done = db.prepare<[string]>('DELETE FROM sku_pending WHERE code = ?');
  const write = db.transaction((lines: readonly { code: string; folded: string }[]): void => {
    for (const { code, folded } of lines) {
      index.run(number.run(code).lastInsertRowid, [...tokensOfSku(folded)].join(' '));
      done.run(code);
    }
  });
  const forgetAll = db.transaction((): void => {
    db.exec(`
      INSERT INTO sku_search (sku_search) VALUES ('delete-all');
      DELETE FROM sku_row;
      INSERT INTO sku_pending (code) SELECT code FROM list_item WHERE list = 'skus' ON CONFLICT DO NOTHING`);
  });
  return {
    /** Rebuilds a damaged index: marks all lines as pending. */
    rebuild: forgetAll,
    /** Indexes the next batch; returns whether there is more. */
    processBatch(): boolean {
      const lines = pending.all();
      if (lines.length > 0) write(lines);
      return lines.length === batchSize;
    },
  };
}

export interface KnownSku {
  Sku: string;
  /** name of the goods, or from the list; empty if there is none */
  name: string;
  /** its other searchable texts, under the field names of the drop-ship SKU line */
  facts: Record<string, unknown>;
}

/** Goods scanned per keystroke: a ms or two. */

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
