import { compareDecimals, exactSum, readDecimal, writeDecimal } from '../../shared/text/exact-decimal.ts';
import type { StockRecord, StockRow } from '../../shared/contract/lookup-answers.ts';
import { decimalAt, wordsOf } from './field-words.ts';

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
