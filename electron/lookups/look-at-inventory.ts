import type { InventoryAnswer, StockRecord, StockRow, AnswerMismatch } from '../../shared/contract/lookup-answers.ts';
import type { Problem } from '../../shared/contract/problem.ts';
import { recordsOf } from './ask-many.ts';
import type { AskSeries } from './ask-service.ts';
import type { AnswerStore } from './answer-store.ts';
import type { DeskEntries } from './desk-entries.ts';
import { wordsAt } from './field-words.ts';
import { inventoryForm, inventoryRequest, onlyByQuery } from './inventory-form.ts';
import { readStock, stockLevel, stockTotals } from './read-stock.ts';

export interface InventoryParts {
  store: AnswerStore;
  entries: DeskEntries;
  target: () => Promise<string>;
  series: (caller: 'person') => AskSeries;
  notify: (about: 'inventory', subjects: string[]) => void;
}

interface InventoryResult {
  /** null: the service answered about it */
  problems: Map<string, Problem | null>;
  others: InventoryAnswer['others'];
  unexpected: AnswerMismatch[];
}

/** Warehouse stock of some SKUs, and the quantity this desk has still to take from it. */
export function inventory({ store, entries, target, series, notify }: InventoryParts) {
  const subjectOf = (WarehouseId: string, sku: string): string => JSON.stringify([WarehouseId, sku]);

  async function ask(WarehouseId: string, skus: readonly string[]): Promise<InventoryResult> {
    const { endpoint, batches } = inventoryForm(skus);
    const looked: InventoryResult = { problems: new Map(), others: [], unexpected: [] };
    const once = series('person');
    for (const batch of batches) {
      const answered = await once(inventoryRequest(endpoint, batch, WarehouseId));
      for (const sku of batch) looked.problems.set(sku, answered.ok ? null : answered.problem);
      if (!answered.ok) continue;
      const { answer, unexpected } = answered.value;
      looked.unexpected.push(...unexpected.slice(0, 100 - Math.min(100, looked.unexpected.length)));
      await keep(
        WarehouseId,
        batch,
        recordsOf(answer, []).map(({ record }) => record),
        looked,
      );
      notify('inventory', [...batch]);
    }
    return looked;
  }

  async function keep(
    WarehouseId: string,
    batch: readonly string[],
    records: readonly Record<string, unknown>[],
    { others }: InventoryResult,
  ): Promise<void> {
    const exact = new Set(batch);
    const lowered = new Map(batch.map((sku) => [sku.toLowerCase(), sku]));
    const bySku = new Map<string, StockRecord[]>(batch.map((sku) => [sku, []]));
    for (const record of records) {
      const Sku = wordsAt(record, 'Sku');
      const asked = exact.has(Sku)
        ? Sku
        : (lowered.get(Sku.toLowerCase()) ?? (batch.length === 1 && Sku === '' ? batch[0] : undefined));
      const stock = readStock(record);
      if (asked === undefined) others.push({ Sku, ...stock });
      else bySku.get(asked)?.push(stock);
    }
    const answers = [...bySku].map(([sku, value]) => ({
      kind: 'stock' as const,
      subject: subjectOf(WarehouseId, sku),
      value,
    }));
    store.keep(await target(), answers);
  }

  function row(name: string, WarehouseId: string, Sku: string, problem: Problem | null | undefined): StockRow {
    const kept = store.last<StockRecord[]>(name, 'stock', subjectOf(WarehouseId, Sku));
    const stock = kept?.value ?? [];
    const totals = stockTotals(stock);
    const undelivered = entries.heldStock(Sku, WarehouseId);
    const ProductAmountWarn = entries.amountWarn(Sku);
    return {
      Sku,
      at: kept?.at ?? null,
      fresh: problem === null,
      why: problem ?? null,
      stock,
      ...totals,
      undelivered,
      ProductAmountWarn,
      ...stockLevel(totals.AvailStockQty, undelivered.quantity, ProductAmountWarn),
    };
  }

  return async function look(
    WarehouseId: string,
    Skus: readonly string[],
    mode: 'last' | 'fresh',
  ): Promise<InventoryAnswer> {
    const skus = [...new Set(Skus)];
    const looked: InventoryResult =
      mode === 'fresh' ? await ask(WarehouseId, skus) : { problems: new Map(), others: [], unexpected: [] };
    const name = await target();
    const rows = skus.map((sku) => row(name, WarehouseId, sku, looked.problems.get(sku)));
    const urgency = ({ low, lowAfter }: StockRow): number => (low ? 0 : lowAfter ? 1 : 2);
    return {
      endpoint: inventoryForm(skus).endpoint,
      onlyByQuery,
      rows: rows.sort((one, other) => urgency(one) - urgency(other)),
      others: looked.others,
      unexpected: looked.unexpected,
    };
  };
}
