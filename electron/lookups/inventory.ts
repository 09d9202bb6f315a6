import type { StockRecord, StockRow, InventoryAnswer, AnswerMismatch } from '../../shared/contract/lookup-answers.ts';
import type { Problem } from '../../shared/contract/problem.ts';
import { inventoryBodyFormRecord, inventoryRecord } from '../../shared/service/inventory.ts';
import { compareDecimals, exactSum, readDecimal, writeDecimal } from '../../shared/text/exact-decimal.ts';
import { recordsOf, type AnswerStore } from './answer-store.ts';
import type { DeskEntries } from './desk-entries.ts';
import { decimalAt, wordsOf, wordsAt } from './field-text.ts';
import type { AskSeries } from './lookup-client.ts';

/** Endpoint 19 has its SKUs in the URL: few enough for every server and proxy on the way. */
const maxInAddress = 50;
const longestAddress = 1500;
/** SKUs per request of endpoint 20, well within the longest answer that is read. */
const maxInBody = 500;

/** Fields of inventory records that only endpoint 19 has. */
export const onlyByQuery = Object.keys(inventoryRecord.shape).filter(
  (name) => !Object.hasOwn(inventoryBodyFormRecord.shape, name),
);

export interface InventoryForm {
  endpoint: 19 | 20;
  /** the SKUs of each request */
  batches: string[][];
}

/**
 * Chooses 19 for few SKUs; 20 for many, and if a SKU contains a comma, which would split it, or leading or trailing
 * spaces, which would be lost.
 */
export function inventoryForm(skus: readonly string[]): InventoryForm {
  const inAddress = skus.every((sku) => !sku.includes(',') && sku.trim() === sku && sku.isWellFormed());
  const fits = skus.length <= maxInAddress && encodeURIComponent(skus.join()).length <= longestAddress;
  if (inAddress && fits) return { endpoint: 19, batches: [[...skus]] };
  const requests = Math.ceil(skus.length / maxInBody);
  const batches = Array.from({ length: requests }, (_, at) => skus.slice(at * maxInBody, (at + 1) * maxInBody));
  return { endpoint: 20, batches };
}

export function inventoryRequest(endpoint: 19 | 20, Skus: readonly string[], WarehouseId: string): unknown {
  return endpoint === 19
    ? { endpoint, query: { Skus: Skus.join(','), WarehouseId } }
    : { endpoint, body: { Skus, WarehouseId } };
}

const names = [
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
const quantities = ['TotalStockQty', 'AvailStockQty', 'InTransitStockQty', 'BlockQty'] as const;
type Quantities = Record<(typeof quantities)[number], string | null>;

/** Converts an inventory record (of endpoints 19 and 20) for screens. */
export function readStock(record: unknown): StockRecord {
  return { ...wordsOf(record, names), ...each((name) => decimalAt(record, name)) };
}

/** Sums over the records of one SKU, each over the records that have the quantity. */
export function stockTotals(stock: readonly StockRecord[]): Quantities {
  return each((name) => {
    const known = stock.map((record) => record[name]).filter((quantity) => quantity !== null);
    return known.length === 0 ? null : exactSum(known);
  });
}

const each = (read: (name: (typeof quantities)[number]) => string | null): Quantities =>
  Object.fromEntries(quantities.map((name) => [name, read(name)])) as Quantities;

/** The quantity left once this desk's orders are delivered, and whether either has reached the warning level. */
export function stockLevel(
  AvailStockQty: string | null,
  undelivered: number,
  ProductAmountWarn: number | null,
): Pick<StockRow, 'availAfter' | 'low' | 'lowAfter'> {
  const avail = readDecimal(AvailStockQty);
  const warn = readDecimal(ProductAmountWarn);
  const after = avail && avail.minus(undelivered);
  const isLow = (left: typeof avail): boolean => left !== null && warn !== null && compareDecimals(left, warn) <= 0;
  return { availAfter: after && writeDecimal(after), low: isLow(avail), lowAfter: isLow(after) };
}

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
