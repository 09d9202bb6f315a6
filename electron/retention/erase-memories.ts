import { z } from 'zod';
import type { Sqlite } from '../database/open-sqlite.ts';
import { hashedName, isLegacyTextName } from '../outbox/answer-texts.ts';

const memoriesPerBatch = 200;

/** Memories of screens and imports without text of orders: choices, codes of goods, mappings of columns. */
const permanentNames = ['language', 'choices', 'scanner', 'outbox', 'labels', 'first-steps', 'inventory/question'];
const permanentPrefixes = ['import/', 'operators/'];
const viewsName = 'outbox-views';
const view = z.looseObject({ used: z.number().optional().catch(undefined) });

const quoteList = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(', ');

/**
 * Erases memories not used since a moment: learned recipients, goods and codes, templates, half-typed forms and pasted
 * blocks, saved views, lookup answers, delivered parcels on the watch list. Settings, choices and imported lists stay.
 * `onUnlist` is called inside each transaction that deletes SKUs from their index.
 */
export function createMemoryEraser(db: Sqlite, onUnlist: () => void) {
  const deleteOldRows = [
    `DELETE FROM remembered_address WHERE id IN (SELECT id FROM remembered_address WHERE used_at < ? LIMIT ${memoriesPerBatch})`,
    `DELETE FROM remembered_goods WHERE (by, name) IN (SELECT by, name FROM remembered_goods WHERE used_at < ? LIMIT ${memoriesPerBatch})`,
    `DELETE FROM list_item WHERE (list, code) IN (
       SELECT list, code FROM list_item WHERE imported = 0 AND used_at < ? LIMIT ${memoriesPerBatch})`,
    `DELETE FROM template WHERE id IN (SELECT id FROM template WHERE used_at < ? LIMIT ${memoriesPerBatch})`,
    `DELETE FROM lookup_answer WHERE id IN (SELECT id FROM lookup_answer WHERE at < ? LIMIT ${memoriesPerBatch})`,
    `DELETE FROM watch WHERE seq IN (SELECT seq FROM watch WHERE delivered_at < ? LIMIT ${memoriesPerBatch})`,
    `DELETE FROM memory WHERE name IN (
       SELECT name FROM memory WHERE at < ? AND name NOT IN (${quoteList([...permanentNames, viewsName])})
         AND ${permanentPrefixes.map((beginning) => `name NOT LIKE '${beginning}%'`).join(' AND ')} LIMIT ${memoriesPerBatch})`,
  ].map((sql) => db.prepare<[number]>(sql));
  // the SKU index contains a code's tokens until its row is deleted
  const deleteUnlistedSkus = db.prepare<[]>(
    `DELETE FROM sku_search WHERE rowid IN (
       SELECT d.id FROM sku_search_docsize d WHERE NOT EXISTS (SELECT 1 FROM sku_row r WHERE r.id = d.id) LIMIT ${memoriesPerBatch})`,
  );
  const readViews = db.prepare<[string], { value: string; at: number }>('SELECT value, at FROM memory WHERE name = ?');
  const writeViews = db.prepare<[string, string]>('UPDATE memory SET value = ? WHERE name = ?');
  const deleteViews = db.prepare<[string]>('DELETE FROM memory WHERE name = ?');
  const selectLegacyTexts = db.prepare<[], { name: string; value: string }>(
    `SELECT name, value FROM fact WHERE name LIKE 'said %'`,
  );
  const insertHash = db.prepare<[string, string]>(
    'INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const deleteText = db.prepare<[string]>('DELETE FROM fact WHERE name = ?');

  /**
   * Saved views contain search words and a name. Each has the time it was last used; one without counts as used when
   * the views were stored.
   */
  function eraseViews(before: number): number {
    const row = readViews.get(viewsName);
    if (row === undefined) return 0;
    const kept = z.array(view).safeParse(JSON.parse(row.value)).data ?? [];
    const left = kept.filter(({ used = row.at }) => Math.min(used, row.at) >= before);
    if (left.length === kept.length && (kept.length > 0 || row.at >= before)) return 0;
    if (left.length === 0) return deleteViews.run(viewsName).changes;
    writeViews.run(JSON.stringify(left), viewsName);
    return kept.length - left.length;
  }

  /** Older programs stored texts of the service, which may contain a person's name, where their hash is enough. */
  function hashServiceTexts(): void {
    for (const { name, value } of selectLegacyTexts.all().filter((one) => isLegacyTextName(one.name))) {
      insertHash.run(hashedName(name), value);
      deleteText.run(name);
    }
  }

  const processBatch = db.transaction((before: number): number => {
    let erasedCount = eraseViews(before);
    for (const one of deleteOldRows) erasedCount += one.run(before).changes;
    // index rows are deleted with their codes, and are not counted
    const unlisted = deleteUnlistedSkus.run().changes;
    if (unlisted > 0) onUnlist();
    hashServiceTexts();
    return erasedCount === 0 && unlisted === memoriesPerBatch ? 1 : erasedCount;
  });

  return {
    /** Erases a batch; returns how many, 0 if nothing is left. */
    some: processBatch,
  };
}
