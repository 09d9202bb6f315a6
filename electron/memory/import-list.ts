import type { ListName } from '../../shared/contract/memory-procedures.ts';
import { foldText } from '../outbox/search/fold-text.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { intactRowCondition } from '../storage/database/seal.ts';

export interface ListedCode {
  code: string;
  name: string;
}

/**
 * Lines per part, and lines changed in one transaction: about 3 ms of work and one sync, so that a capture never waits
 * long.
 */
const batchSize = 100;

/** Splits lines into the parts that `replace` expects, one JSON text per step. */
export function listParts(items: readonly ListedCode[]): string[] {
  const count = Math.ceil(items.length / batchSize);
  return Array.from({ length: count }, (_, n) => JSON.stringify(items.slice(n * batchSize, (n + 1) * batchSize)));
}

/**
 * Replaces the imported items of a list, step by step; codes that were used stay. Each step is one short transaction,
 * after which other work may run. Nothing changes until all lines are on disk; from then on the import is completed, at
 * the next start if necessary.
 */
export function listImports(db: Sqlite) {
  const put = db.prepare<[ListName, number, string]>('INSERT INTO list_import (list, part, items) VALUES (?, ?, ?)');
  const part = db.prepare<[ListName, number], { part: number; items: string }>(
    'SELECT part, items FROM list_import WHERE list = ? AND part > ? ORDER BY part LIMIT 1',
  );
  const remove = db.prepare<[ListName]>(
    'DELETE FROM list_import WHERE (list, part) IN (SELECT list, part FROM list_import WHERE list = ? ORDER BY part LIMIT 10)',
  );
  const begun = db.prepare<[], { list: ListName; ready: 0 | 1; whole: 0 | 1 }>(
    `SELECT list, min(part) = 0 AS ready, min(${intactRowCondition(db, 'list_import', 'l')}) AS whole FROM list_import l GROUP BY list`,
  );
  const known = db.prepare<[ListName, string], { name: string; folded: string; imported: 0 | 1; used: number }>(
    'SELECT name, folded, imported, used FROM list_item WHERE list = ? AND code = ?',
  );
  const add = db.prepare<[ListName, string, string, string]>(
    'INSERT INTO list_item (list, code, name, folded, imported, used) VALUES (?, ?, ?, ?, 1, 0)',
  );
  const rename = db.prepare<[string, string, ListName, string]>(
    'UPDATE list_item SET name = ?, folded = ?, imported = 1 WHERE list = ? AND code = ?',
  );
  const lines = db.prepare<[ListName, string], { code: string; used: number; imported: 0 | 1 }>(
    `SELECT code, used, imported FROM list_item WHERE list = ? AND code > ? ORDER BY code LIMIT ${5 * batchSize}`,
  );
  const forget = db.prepare<[ListName, string]>('UPDATE list_item SET imported = 0 WHERE list = ? AND code = ?');
  const drop = db.prepare<[ListName, string]>('DELETE FROM list_item WHERE list = ? AND code = ?');
  // A trigger of the list deletes the link from a code to its index row; the row itself must be deleted too.
  const unindex = db.prepare<[string]>('DELETE FROM sku_search WHERE rowid = (SELECT id FROM sku_row WHERE code = ?)');

  function take(list: ListName, { code, name }: ListedCode): void {
    const before = known.get(list, code);
    if (before === undefined) return void add.run(list, code, name, foldedOf(code, name));
    // A code that was used keeps the name it was used with.
    const called = name === '' && before.used > 0 ? before.name : name;
    if (before.imported === 1 && called === before.name) return;
    const folded = foldedOf(code, called);
    // A name that folds to the same text needs no new index row.
    if (list === 'skus' && folded !== before.folded) unindex.run(code);
    rename.run(called, folded, list, code);
  }
  const takeSome = db.transaction((list: ListName, items: readonly ListedCode[]): void =>
    items.forEach((item) => take(list, item)),
  );
  const dropSome = db.transaction((list: ListName, rows: readonly { code: string; used: number }[]): void => {
    for (const { code, used } of rows) {
      if (used > 0) forget.run(list, code);
      else {
        if (list === 'skus') unindex.run(code);
        drop.run(list, code);
      }
    }
  });

  // The mark is deleted first: parts left without it are rolled back, never mistaken for a complete list.
  function* rollBack(list: ListName): Generator<void> {
    while (remove.run(list).changes > 0) yield;
  }

  /** Applies the lines that are on disk. Idempotent, so it can be restarted. */
  function* finish(list: ListName): Generator<void> {
    const codes = new Set<string>();
    for (let one = part.get(list, 0); one !== undefined; one = part.get(list, one.part)) {
      const items = JSON.parse(one.items) as ListedCode[];
      for (const { code } of items) codes.add(code);
      takeSome(list, items);
      yield;
    }
    let rows = lines.all(list, '');
    while (rows.length > 0) {
      const gone = rows.filter((row) => row.imported === 1 && !codes.has(row.code));
      for (let from = 0; from < gone.length; from += batchSize) {
        dropSome(list, gone.slice(from, from + batchSize));
        yield;
      }
      yield;
      rows = lines.all(list, rows.at(-1)!.code);
    }
    yield* rollBack(list);
  }

  return {
    /**
     * `decide` is called once, after all lines are on disk and before they are applied, with the function that makes
     * the import irrevocable.
     */
    *replace(
      list: ListName,
      parts: readonly string[],
      decide: (ready: () => void) => void = (ready) => ready(),
    ): Generator<void> {
      yield* rollBack(list);
      for (const [index, items] of parts.entries()) {
        put.run(list, index + 1, items);
        yield;
      }
      decide(() => void put.run(list, 0, '[]'));
      yield;
      yield* finish(list);
    },
    /**
     * Resumes an interrupted import: completes it if all its lines are on disk, otherwise rolls it back. A damaged one
     * stays unchanged, reported by `verify`, until the list is imported again.
     */
    *resume(): Generator<void> {
      for (const { list, ready, whole } of begun.all()) {
        if (whole === 1) yield* ready === 1 ? finish(list) : rollBack(list);
      }
    },
  };
}

const foldedOf = (code: string, name: string): string => foldText(`${code}\n${name}`);
