import type { LookupEntry } from '../../shared/contract/lookup-answers.ts';
import { borrowingCreates, endpointOfKind, orderKeyKinds } from '../../shared/creates/create-kinds.ts';
import type { State } from '../../shared/outbox/states.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../storage/database/queries.ts';
import { plainLineAt } from './field-text.ts';

/** Maximum number of waiting SKUs shown; the outbox shows all. */
const maxWaiting = 200;

interface WaitingRow {
  id: string;
  key: string;
  state: State;
  request: string;
  reason_text: string | null;
}

/** Reads from the outbox what lookups show about its entries. Each query uses an index. */
export function deskEntries(db: Sqlite) {
  const columns = 'SELECT id, endpoint, key, state, recipient FROM entry';
  const byTracking = db.prepare<[string], LookupEntry>(
    `${columns} WHERE tracking_number = ? ORDER BY seq DESC LIMIT 1`,
  );
  const byKey = db.prepare<[string, string], LookupEntry & { seq: number }>(
    `SELECT seq, id, endpoint, key, state, recipient FROM entry WHERE key_kind = ? AND key = ? AND endpoint NOT IN (${borrowingCreates.join(', ')}) AND state <> 'withdrawn' ORDER BY seq DESC LIMIT 1`,
  );
  const heldStockOf = db.prepare<[string, string], { quantity: number; orders: number; refused: number }>(
    `SELECT total(CASE refused WHEN 0 THEN quantity END) AS quantity, count(CASE refused WHEN 0 THEN 1 END) AS orders,
       total(CASE refused WHEN 1 THEN quantity END) AS refused
     FROM held_stock WHERE sku = ? AND warehouse IN (?, '')`,
  );
  const warnLevel = db.prepare<[string], { warn: unknown }>(
    `SELECT request ->> '$.body.ProductAmountWarn' AS warn FROM entry
     WHERE key_kind = 'Sku' AND key = ? AND state <> 'withdrawn' ORDER BY seq DESC LIMIT 1`,
  );
  const newestWaiting = db.prepare<[number], WaitingRow>(
    `SELECT id, key, state, request, reason_text FROM entry INDEXED BY entry_sku_waiting
     WHERE endpoint = ${endpointOfKind.sku} AND state IN ('draft', 'queued', 'sending', 'unsure', 'refused') ORDER BY seq DESC LIMIT ${opaqueIntParam()}`,
  );
  const waitingSku = db.prepare<[string], WaitingRow>(
    `SELECT id, key, state, request, reason_text FROM entry
     WHERE key_kind = 'Sku' AND key = ? AND state IN ('draft', 'queued', 'sending', 'unsure', 'refused') ORDER BY seq DESC LIMIT 1`,
  );

  return {
    findByTracking: (number: string): LookupEntry | null => byTracking.get(number) ?? null,
    /** The newest order with this key, whatever the kind of key. */
    findByKey(key: string): LookupEntry | null {
      const rows = orderKeyKinds.flatMap((kind) => byKey.get(kind, key) ?? []);
      const newest = rows.sort((one, other) => other.seq - one.seq)[0];
      if (!newest) return null;
      const { seq: _seq, ...entry } = newest;
      return entry;
    },
    heldStock: (sku: string, warehouse: string): { quantity: number; orders: number; refused: number } =>
      heldStockOf.get(sku, warehouse) ?? { quantity: 0, orders: 0, refused: 0 },
    warnLevelOf(sku: string): number | null {
      const warn = warnLevel.get(sku)?.warn;
      return typeof warn === 'number' ? warn : null;
    },
    /** SKUs that the service does not have yet: those of the given ones, or the newest if null. */
    waitingSkus(skus: readonly string[] | null) {
      const rows = skus === null ? newestWaiting.all(maxWaiting) : skus.flatMap((sku) => waitingSku.get(sku) ?? []);
      return rows.slice(0, maxWaiting).map(({ request, ...row }) => {
        const body = valueAt(JSON.parse(request), ['body']);
        const lineOf = (name: string): string => plainLineAt(body, name);
        return {
          id: row.id,
          Sku: row.key,
          state: row.state,
          CustomStorageNo: lineOf('CustomStorageNo'),
          ProductName: lineOf('ProductName'),
          reason: row.reason_text ?? '',
        };
      });
    },
  };
}
export type DeskEntries = ReturnType<typeof deskEntries>;
