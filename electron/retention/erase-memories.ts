import { z } from 'zod';
import type { Sqlite } from '../database/open-sqlite.ts';
import { hashedName, isTextName } from '../outbox/answer-texts.ts';

const atOnce = 200;

/** What a screen or an import remembers that holds no text of an order: choices, codes of goods, fields of columns. */
const stays = ['language', 'choices', 'scanner', 'outbox', 'labels', 'first-steps', 'inventory/question'];
const staysBelow = ['import/', 'operators/'];
const viewsPlace = 'outbox-views';
const view = z.looseObject({ used: z.number().optional().catch(undefined) });

const quoted = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(', ');

/**
 * Forgets what nobody used since a moment: recipients, goods and codes that were learned, templates, forms half typed and pasted blocks,
 * saved views, answers of lookups, delivered parcels. What is set, chosen or imported as a list stays. `onUnlist` is called inside each
 * transaction that takes SKUs out of their index.
 */
export function memoryEraser(db: Sqlite, onUnlist: () => void) {
  const old = [
    `DELETE FROM remembered_address WHERE id IN (SELECT id FROM remembered_address WHERE used_at < ? LIMIT ${atOnce})`,
    `DELETE FROM remembered_goods WHERE (by, name) IN (SELECT by, name FROM remembered_goods WHERE used_at < ? LIMIT ${atOnce})`,
    `DELETE FROM list_item WHERE (list, code) IN (
       SELECT list, code FROM list_item WHERE imported = 0 AND used_at < ? LIMIT ${atOnce})`,
    `DELETE FROM template WHERE id IN (SELECT id FROM template WHERE used_at < ? LIMIT ${atOnce})`,
    `DELETE FROM lookup_answer WHERE id IN (SELECT id FROM lookup_answer WHERE at < ? LIMIT ${atOnce})`,
    `DELETE FROM watch WHERE seq IN (SELECT seq FROM watch WHERE delivered_at < ? LIMIT ${atOnce})`,
    `DELETE FROM memory WHERE name IN (
       SELECT name FROM memory WHERE at < ? AND name NOT IN (${quoted([...stays, viewsPlace])})
         AND ${staysBelow.map((beginning) => `name NOT LIKE '${beginning}%'`).join(' AND ')} LIMIT ${atOnce})`,
  ].map((sql) => db.prepare<[number]>(sql));
  // the index of SKUs keeps what it found a code by until its row is removed
  const unlistedSkus = db.prepare<[]>(
    `DELETE FROM sku_search WHERE rowid IN (
       SELECT d.id FROM sku_search_docsize d WHERE NOT EXISTS (SELECT 1 FROM sku_row r WHERE r.id = d.id) LIMIT ${atOnce})`,
  );
  const readViews = db.prepare<[string], { value: string; at: number }>('SELECT value, at FROM memory WHERE name = ?');
  const writeViews = db.prepare<[string, string]>('UPDATE memory SET value = ? WHERE name = ?');
  const forgetViews = db.prepare<[string]>('DELETE FROM memory WHERE name = ?');
  const texts = db.prepare<[], { name: string; value: string }>(
    `SELECT name, value FROM fact WHERE name LIKE 'said %'`,
  );
  const keepHash = db.prepare<[string, string]>('INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const forgetText = db.prepare<[string]>('DELETE FROM fact WHERE name = ?');

  /** Saved views have words that people search for, and a name. Each says when it was last used; one that does not was used when they were kept. */
  function views(before: number): number {
    const row = readViews.get(viewsPlace);
    if (row === undefined) return 0;
    const kept = z.array(view).safeParse(JSON.parse(row.value)).data ?? [];
    const left = kept.filter(({ used = row.at }) => Math.min(used, row.at) >= before);
    if (left.length === kept.length && (kept.length > 0 || row.at >= before)) return 0;
    if (left.length === 0) return forgetViews.run(viewsPlace).changes;
    writeViews.run(JSON.stringify(left), viewsPlace);
    return kept.length - left.length;
  }

  /** Older programs kept what the service said, which may name a person, where its hash is enough. */
  function textsOfService(): void {
    for (const { name, value } of texts.all().filter((one) => isTextName(one.name))) {
      keepHash.run(hashedName(name), value);
      forgetText.run(name);
    }
  }

  const some = db.transaction((before: number): number => {
    let gone = views(before);
    for (const one of old) gone += one.run(before).changes;
    // the index follows what was forgotten, and is not counted
    const unlisted = unlistedSkus.run().changes;
    if (unlisted > 0) onUnlist();
    textsOfService();
    return gone === 0 && unlisted === atOnce ? 1 : gone;
  });

  return {
    /** Forgets some; answers how many, 0 where nothing is left. */
    some,
  };
}
