import type { ListName } from '../../shared/contract/memory-procedures.ts';
import { foldText } from '../outbox/search/fold-text.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { intactRowCondition } from '../storage/database/seal.ts';

export interface ListedCode {
  code: string;
  name: string;
}

/**
 * Items per part, and items changed in one transaction: about 3 ms of work and one sync, so that a capture never waits
 * long.
 */
const batchSize = 100;

/** Splits items into the parts that `replace` expects, one JSON text for each step. */
export function splitIntoParts(items: readonly ListedCode[]): string[] {
  const partCount = Math.ceil(items.length / batchSize);
  return Array.from({ length: partCount }, (_, index) =>
    JSON.stringify(items.slice(index * batchSize, (index + 1) * batchSize)),
  );
}

/**
 * Replaces the imported items of a list, step by step; items that were used stay. Each step is one short transaction,
 * after which other work may run. The list changes only after all new items are on disk; from then on the import is
 * completed, at the next start if necessary.
 */
export function listImports(db: Sqlite) {
  const insertPart = db.prepare<[ListName, number, string]>(
    'INSERT INTO list_import (list, part, items) VALUES (?, ?, ?)',
  );
  const nextPart = db.prepare<[ListName, number], { part: number; items: string }>(
    'SELECT part, items FROM list_import WHERE list = ? AND part > ? ORDER BY part LIMIT 1',
  );
  const removeParts = db.prepare<[ListName]>(
    'DELETE FROM list_import WHERE (list, part) IN (SELECT list, part FROM list_import WHERE list = ? ORDER BY part LIMIT 10)',
  );
  const pendingImports = db.prepare<[], { list: ListName; ready: 0 | 1; whole: 0 | 1 }>(
    `SELECT list, min(part) = 0 AS ready, min(${intactRowCondition(db, 'list_import', 'l')}) AS whole FROM list_import l GROUP BY list`,
  );
  const storedItem = db.prepare<[ListName, string], { name: string; folded: string; imported: 0 | 1; used: number }>(
    'SELECT name, folded, imported, used FROM list_item WHERE list = ? AND code = ?',
  );
  const insertItem = db.prepare<[ListName, string, string, string]>(
    'INSERT INTO list_item (list, code, name, folded, imported, used) VALUES (?, ?, ?, ?, 1, 0)',
  );
  const renameItem = db.prepare<[string, string, ListName, string]>(
    'UPDATE list_item SET name = ?, folded = ?, imported = 1 WHERE list = ? AND code = ?',
  );
  const itemsAfter = db.prepare<[ListName, string], { code: string; used: number; imported: 0 | 1 }>(
    `SELECT code, used, imported FROM list_item WHERE list = ? AND code > ? ORDER BY code LIMIT ${5 * batchSize}`,
  );
  const unmarkImported = db.prepare<[ListName, string]>(
    'UPDATE list_item SET imported = 0 WHERE list = ? AND code = ?',
  );
  const removeItem = db.prepare<[ListName, string]>('DELETE FROM list_item WHERE list = ? AND code = ?');
  // deletes the index row of a code; a trigger of the list deletes only the link to it
  const unindex = db.prepare<[string]>('DELETE FROM sku_search WHERE rowid = (SELECT id FROM sku_row WHERE code = ?)');

  function importItem(list: ListName, { code, name }: ListedCode): void {
    const stored = storedItem.get(list, code);
    if (stored === undefined) return void insertItem.run(list, code, name, foldedOf(code, name));
    // without a new name, an item that was used keeps its name
    const newName = name === '' && stored.used > 0 ? stored.name : name;
    if (stored.imported === 1 && newName === stored.name) return;
    const folded = foldedOf(code, newName);
    // if the folded text is the same, the index row is still right
    if (list === 'skus' && folded !== stored.folded) unindex.run(code);
    renameItem.run(newName, folded, list, code);
  }
  const importItems = db.transaction((list: ListName, items: readonly ListedCode[]): void =>
    items.forEach((item) => importItem(list, item)),
  );
  const removeItems = db.transaction((list: ListName, rows: readonly { code: string; used: number }[]): void => {
    for (const { code, used } of rows) {
      if (used > 0) unmarkImported.run(list, code);
      else {
        if (list === 'skus') unindex.run(code);
        removeItem.run(list, code);
      }
    }
  });

  // deletes the mark (part 0) first: parts without it are rolled back, never taken for a complete list
  function* rollBack(list: ListName): Generator<void> {
    while (removeParts.run(list).changes > 0) yield;
  }

  /** Applies the parts on disk to the list. Idempotent, so that it can be restarted. */
  function* applyParts(list: ListName): Generator<void> {
    const codes = new Set<string>();
    for (let row = nextPart.get(list, 0); row !== undefined; row = nextPart.get(list, row.part)) {
      const items = JSON.parse(row.items) as ListedCode[];
      for (const { code } of items) codes.add(code);
      importItems(list, items);
      yield;
    }
    let rows = itemsAfter.all(list, '');
    while (rows.length > 0) {
      const obsolete = rows.filter((row) => row.imported === 1 && !codes.has(row.code));
      for (let start = 0; start < obsolete.length; start += batchSize) {
        removeItems(list, obsolete.slice(start, start + batchSize));
        yield;
      }
      yield;
      rows = itemsAfter.all(list, rows.at(-1)!.code);
    }
    yield* rollBack(list);
  }

  return {
    /**
     * Replaces the list. `decide` is called once, after all items are on disk and before they are applied; it calls
     * `commit` to make the import final.
     */
    *replace(
      list: ListName,
      parts: readonly string[],
      decide: (commit: () => void) => void = (commit) => commit(),
    ): Generator<void> {
      yield* rollBack(list);
      for (const [index, items] of parts.entries()) {
        insertPart.run(list, index + 1, items);
        yield;
      }
      decide(() => void insertPart.run(list, 0, '[]'));
      yield;
      yield* applyParts(list);
    },
    /**
     * Resumes interrupted imports: completes one whose items are all on disk, and rolls back any other. A damaged one
     * stays unchanged and is reported by `verify`, until the list is imported again.
     */
    *resume(): Generator<void> {
      for (const { list, ready, whole } of pendingImports.all()) {
        if (whole === 1) yield* ready === 1 ? applyParts(list) : rollBack(list);
      }
    },
  };
}

const foldedOf = (code: string, name: string): string => foldText(`${code}\n${name}`);
