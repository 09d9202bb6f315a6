import type { StockRecord, StockRow, InventoryAnswer, AnswerMismatch } from '../../shared/contract/lookup-answers.ts';
import type { Problem } from '../../shared/contract/problem.ts';
import { inventoryBodyFormRecord, inventoryRecord } from '../../shared/service/inventory.ts';
import { compareDecimals, exactSum, readDecimal, writeDecimal } from '../../shared/text/exact-decimal.ts';
import { recordsOf, type AnswerStore } from './answer-store.ts';
import type { DeskEntries } from './desk-entries.ts';
import { decimalAt, plainLinesOf, plainLineAt } from './field-text.ts';
import type { AskSeries } from './lookup-client.ts';

/** Limits for endpoint 19, which has its SKUs in the URL: few enough for every server and proxy on the way. */
const maxSkusInUrl = 50;
const maxSkusLength = 1500;
/** Maximum number of SKUs per request of endpoint 20; the answer stays well below the maximum length. */
const maxSkusInBody = 500;

/** Fields of inventory records that only endpoint 19 has. */
export const fieldsOnlyByQuery = Object.keys(inventoryRecord.shape).filter(
  (name) => !Object.hasOwn(inventoryBodyFormRecord.shape, name),
);

export interface InventoryForm {
  endpoint: 19 | 20;
  /** the SKUs of each request */
  batches: string[][];
}

/**
 * Chooses endpoint 19 for few SKUs; 20 for many, or if a SKU contains a comma, which would split it, or leading or
 * trailing spaces, which would be lost.
 */
export function inventoryForm(skus: readonly string[]): InventoryForm {
  const isUrlSafe = skus.every((sku) => !sku.includes(',') && sku.trim() === sku && sku.isWellFormed());
  const fits = skus.length <= maxSkusInUrl && encodeURIComponent(skus.join()).length <= maxSkusLength;
  if (isUrlSafe && fits) return { endpoint: 19, batches: [[...skus]] };
  const requestCount = Math.ceil(skus.length / maxSkusInBody);
  const batches = Array.from({ length: requestCount }, (_, index) =>
    skus.slice(index * maxSkusInBody, (index + 1) * maxSkusInBody),
  );
  return { endpoint: 20, batches };
}

export function inventoryRequest(endpoint: 19 | 20, Skus: readonly string[], WarehouseId: string): unknown {
  return endpoint === 19
    ? { endpoint, query: { Skus: Skus.join(','), WarehouseId } }
    : { endpoint, body: { Skus, WarehouseId } };
}

const textFields = [
  'WarehouseId',
  'SvcSku',
  'StorageNo',
  'VerifyState',
  'DeclareName',
  'DeclareNameCn',
  'ProductFlag',
  'ProductAttribute',
  'CreateTime',
] as const;
const quantityFields = ['TotalStockQty', 'AvailStockQty', 'InTransitStockQty', 'BlockQty'] as const;
type Quantities = Record<(typeof quantityFields)[number], string | null>;

/** Converts an inventory record (of endpoints 19 and 20) for screens. */
export function readStock(record: unknown): StockRecord {
  return { ...plainLinesOf(record, textFields), ...mapQuantities((name) => decimalAt(record, name)) };
}

/** Sums over the records of one SKU, each over the records that have the quantity. */
export function stockTotals(stock: readonly StockRecord[]): Quantities {
  return mapQuantities((name) => {
    const reported = stock.map((record) => record[name]).filter((quantity) => quantity !== null);
    return reported.length === 0 ? null : exactSum(reported);
  });
}

const mapQuantities = (readQuantity: (name: (typeof quantityFields)[number]) => string | null): Quantities =>
  Object.fromEntries(quantityFields.map((name) => [name, readQuantity(name)])) as Quantities;

/** The quantity left after this desk's orders, and whether the quantity is low now, or will be after them. */
export function stockLevel(
  AvailStockQty: string | null,
  undelivered: number,
  ProductAmountWarn: number | null,
): Pick<StockRow, 'availAfter' | 'low' | 'lowAfter'> {
  const available = readDecimal(AvailStockQty);
  const warn = readDecimal(ProductAmountWarn);
  const availableAfter = available && available.minus(undelivered);
  const isLow = (quantity: typeof available): boolean =>
    quantity !== null && warn !== null && compareDecimals(quantity, warn) <= 0;
  return {
    availAfter: availableAfter && writeDecimal(availableAfter),
    low: isLow(available),
    lowAfter: isLow(availableAfter),
  };
}

export interface InventoryParts {
  store: AnswerStore;
  entries: DeskEntries;
  target: () => Promise<string>;
  series: (caller: 'person') => AskSeries;
  notify: (kind: 'inventory', subjects: string[]) => void;
}

interface InventoryResult {
  /** problem by SKU; null: the service answered about it */
  problems: Map<string, Problem | null>;
  others: InventoryAnswer['others'];
  unexpected: AnswerMismatch[];
}

/** Reads the warehouse stock of SKUs, and the quantity that undelivered orders of this desk will take from it. */
export function inventoryReader({ store, entries, target, series, notify }: InventoryParts) {
  const subjectOf = (WarehouseId: string, sku: string): string => JSON.stringify([WarehouseId, sku]);

  async function fetchStock(WarehouseId: string, skus: readonly string[]): Promise<InventoryResult> {
    const { endpoint, batches } = inventoryForm(skus);
    const result: InventoryResult = { problems: new Map(), others: [], unexpected: [] };
    const askNext = series('person');
    for (const batch of batches) {
      const reply = await askNext(inventoryRequest(endpoint, batch, WarehouseId));
      for (const sku of batch) result.problems.set(sku, reply.ok ? null : reply.problem);
      if (!reply.ok) continue;
      const { answer, unexpected } = reply.value;
      result.unexpected.push(...unexpected.slice(0, 100 - Math.min(100, result.unexpected.length)));
      await storeStock(
        WarehouseId,
        batch,
        recordsOf(answer, []).map(({ record }) => record),
        result,
      );
      notify('inventory', [...batch]);
    }
    return result;
  }

  async function storeStock(
    WarehouseId: string,
    batch: readonly string[],
    records: readonly Record<string, unknown>[],
    { others }: InventoryResult,
  ): Promise<void> {
    const requestedSkus = new Set(batch);
    const skusByLowerCase = new Map(batch.map((sku) => [sku.toLowerCase(), sku]));
    const bySku = new Map<string, StockRecord[]>(batch.map((sku) => [sku, []]));
    for (const record of records) {
      const Sku = plainLineAt(record, 'Sku');
      const requestedSku = requestedSkus.has(Sku)
        ? Sku
        : (skusByLowerCase.get(Sku.toLowerCase()) ?? (batch.length === 1 && Sku === '' ? batch[0] : undefined));
      const stock = readStock(record);
      if (requestedSku === undefined) others.push({ Sku, ...stock });
      else bySku.get(requestedSku)?.push(stock);
    }
    const answers = [...bySku].map(([sku, value]) => ({
      kind: 'stock' as const,
      subject: subjectOf(WarehouseId, sku),
      value,
    }));
    store.save(await target(), answers);
  }

  function toRow(targetName: string, WarehouseId: string, Sku: string, problem: Problem | null | undefined): StockRow {
    const stored = store.readLast<StockRecord[]>(targetName, 'stock', subjectOf(WarehouseId, Sku));
    const stock = stored?.value ?? [];
    const totals = stockTotals(stock);
    const undelivered = entries.heldStock(Sku, WarehouseId);
    const ProductAmountWarn = entries.warnLevelOf(Sku);
    return {
      Sku,
      at: stored?.at ?? null,
      fresh: problem === null,
      why: problem ?? null,
      stock,
      ...totals,
      undelivered,
      ProductAmountWarn,
      ...stockLevel(totals.AvailStockQty, undelivered.quantity, ProductAmountWarn),
    };
  }

  return async function readInventory(
    WarehouseId: string,
    Skus: readonly string[],
    mode: 'last' | 'fresh',
  ): Promise<InventoryAnswer> {
    const skus = [...new Set(Skus)];
    const result: InventoryResult =
      mode === 'fresh' ? await fetchStock(WarehouseId, skus) : { problems: new Map(), others: [], unexpected: [] };
    const targetName = await target();
    const rows = skus.map((sku) => toRow(targetName, WarehouseId, sku, result.problems.get(sku)));
    const urgency = ({ low, lowAfter }: StockRow): number => (low ? 0 : lowAfter ? 1 : 2);
    return {
      endpoint: inventoryForm(skus).endpoint,
      onlyByQuery: fieldsOnlyByQuery,
      rows: rows.sort((one, other) => urgency(one) - urgency(other)),
      others: result.others,
      unexpected: result.unexpected,
    };
  };
}
