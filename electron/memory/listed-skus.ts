import { tokensOfSku, tokensWithin } from '../outbox/search/tokens.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../storage/database/queries.ts';
import { prepareAllPartsQuery, searchPartsOf } from './compare-texts.ts';
import { goodsIn } from './goods-memory.ts';

export interface ListedSku {
  code: string;
  name: string;
  used: number;
}

/** Maximum number of rows scanned, most used first, which takes 5 ms for the list and a ms or two for goods. */
const maxScanned = 5000;
/** Maximum number of index matches compared, besides those returned: limits any search to a few ms. */
const maxCompared = 2000;
/** Items indexed in one transaction: about 3 ms of work and one sync, so that a capture never waits long. */
const batchSize = 40;

/**
 * Finds items of the SKU list that contain every part in their code or name: first among the most used, then by the
 * index, which may not have an item imported a moment ago.
 */
export function listedSkus(db: Sqlite): (parts: readonly string[], limit: number) => ListedSku[] {
  const findMostUsed = prepareAllPartsQuery<ListedSku>(
    db,
    (where) =>
      `SELECT code, name, used FROM (
         SELECT code, name, folded, used FROM list_item WHERE list = 'skus'
         ORDER BY used DESC, used_at DESC, code LIMIT ${maxScanned}
       ) WHERE ${where} LIMIT ${opaqueIntParam()}`,
  );
  // CROSS JOIN keeps the order of the tables, so that the index decides which items are read
  const indexMatches = db.prepare<[string], ListedSku & { folded: string }>(
    `SELECT i.code, i.name, i.used, i.folded FROM sku_search s
     CROSS JOIN sku_row r ON r.id = s.rowid CROSS JOIN list_item i ON i.list = 'skus' AND i.code = r.code
     WHERE sku_search MATCH ? ORDER BY s.rowid`,
  );

  function searchIndex(parts: readonly string[], limit: number): ListedSku[] {
    const tokens = [...new Set(parts.flatMap(tokensWithin))].map((token) => `"${token.replaceAll('"', '""')}"`);
    if (tokens.length === 0) return [];
    const matches: ListedSku[] = [];
    let comparisonsLeft = maxCompared + limit;
    for (const { folded, ...line } of indexMatches.iterate(tokens.join(' AND '))) {
      if (parts.every((part) => folded.includes(part))) matches.push(line);
      if (matches.length >= limit || --comparisonsLeft === 0) break;
    }
    return matches;
  }

  return (parts, limit) => {
    const mostUsed = findMostUsed(parts, limit);
    if (mostUsed.length >= limit) return mostUsed;
    const mostUsedCodes = new Set(mostUsed.map(({ code }) => code));
    // Allows for those already known.
    const others = searchIndex(parts, limit + mostUsed.length).filter(({ code }) => !mostUsedCodes.has(code));
    return [...mostUsed, ...others].slice(0, limit);
  };
}

/** Indexes the SKU list in batches, so that no capture waits for it. */
export function skuIndex(db: Sqlite) {
  const pending = db.prepare<[], { code: string; folded: string }>(
    // CROSS JOIN keeps the order of the tables, so that only the few pending items are read
    `SELECT p.code, i.folded FROM sku_pending p CROSS JOIN list_item i ON i.list = 'skus' AND i.code = p.code LIMIT ${batchSize}`,
  );
  const insertRow = db.prepare<[string]>('INSERT INTO sku_row (code) VALUES (?)');
  const insertTokens = db.prepare<[number | bigint, string]>('INSERT INTO sku_search (rowid, tokens) VALUES (?, ?)');
  const removePending = db.prepare<[string]>('DELETE FROM sku_pending WHERE code = ?');
  const indexLines = db.transaction((lines: readonly { code: string; folded: string }[]): void => {
    for (const { code, folded } of lines) {
      insertTokens.run(insertRow.run(code).lastInsertRowid, [...tokensOfSku(folded)].join(' '));
      removePending.run(code);
    }
  });
  const markAllPending = db.transaction((): void => {
    db.exec(`
      INSERT INTO sku_search (sku_search) VALUES ('delete-all');
      DELETE FROM sku_row;
      INSERT INTO sku_pending (code) SELECT code FROM list_item WHERE list = 'skus' ON CONFLICT DO NOTHING`);
  });
  return {
    /** Empties a damaged index and marks all items as pending. */
    rebuild: markAllPending,
    /** Indexes the next batch; returns whether there is more. */
    processBatch(): boolean {
      const lines = pending.all();
      if (lines.length > 0) indexLines(lines);
      return lines.length === batchSize;
    },
  };
}

export interface KnownSku {
  Sku: string;
  /** name of the goods, or from the list; empty if there is none */
  name: string;
  /** other facts of the goods, under the field names of the drop-ship SKU line; searched too */
  facts: Record<string, unknown>;
}

/**
 * Finds SKUs by parts of their code, names or HS code: among the most used goods, then in the entries found, then in
 * the list.
 */
export function skuFinder(db: Sqlite) {
  // rows are scanned in order of use, so the first matches are the most used ones
  const findMostUsed = prepareAllPartsQuery<{ name: string; facts: string }>(
    db,
    (where) =>
      `SELECT name, facts FROM remembered_goods WHERE by = 'Sku' AND name IN (
         SELECT name FROM (
           SELECT by, name, folded FROM remembered_goods ORDER BY used DESC, used_at DESC LIMIT ${maxScanned}
         ) WHERE ${where} AND by = 'Sku' LIMIT ${opaqueIntParam()}
       ) ORDER BY used DESC, used_at DESC`,
  );
  const findByName = prepareAllPartsQuery<{ name: string; facts: string }>(
    db,
    (where) => `SELECT name, facts FROM remembered_goods WHERE ${where} AND by = 'Sku' AND name = ?`,
  );
  const searchList = listedSkus(db);

  const codesFrom = db.prepare<[string, string, number], { code: string; name: string }>(
    `SELECT code, name FROM list_item WHERE list = 'skus' AND code >= ? AND code < ? ORDER BY code LIMIT ${opaqueIntParam()}`,
  );

  // codes that begin with the text come first, even if seldom used
  function findListed(text: string, parts: readonly string[], limit: number): { code: string; name: string }[] {
    const prefixes = new Set([text, text.toUpperCase(), text.toLowerCase()].map((start) => start.trim()));
    const prefixMatches = [...prefixes].flatMap((start) => codesFrom.all(start, `${start}\u{10ffff}`, limit));
    return [...prefixMatches, ...searchList(parts, limit)];
  }

  return (text: string, entries: readonly { endpoint: number; body: unknown }[], limit: number): KnownSku[] => {
    const parts = searchPartsOf(text);
    const skusInEntries = new Set(
      entries.flatMap(({ endpoint, body }) => goodsIn(endpoint, body).map(({ Sku }) => Sku)),
    );
    const found = new Map<string, KnownSku>();
    const add = (Sku: string, name: string, facts: Record<string, unknown>): void => {
      if (!found.has(Sku)) found.set(Sku, { Sku, name, facts });
    };
    const addGoods = (rows: readonly { name: string; facts: string }[]): void => {
      for (const { name, facts } of rows) {
        const parsedFacts = JSON.parse(facts) as Record<string, unknown>;
        add(name, nameIn(parsedFacts), parsedFacts);
      }
    };
    addGoods(findMostUsed(parts, limit));
    for (const Sku of skusInEntries)
      if (found.size < limit && typeof Sku === 'string') addGoods(findByName(parts, Sku));
    // Allows for those already known.
    if (found.size < limit) for (const { code, name } of findListed(text, parts, 2 * limit)) add(code, name, {});
    return [...found.values()].slice(0, limit);
  };
}

function nameIn({ ProductName, DeclareNameEn, DeclareNameCn }: Record<string, unknown>): string {
  const name = [ProductName, DeclareNameEn, DeclareNameCn].find(Boolean);
  return typeof name === 'string' ? name : '';
}
