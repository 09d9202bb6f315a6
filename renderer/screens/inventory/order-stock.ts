import { compareDecimals, readDecimal } from '../../../shared/text/exact-decimal.ts';
import type { StockRow } from '../../../shared/contract/lookup-answers.ts';

export const stockSortOrders = ['low', 'Sku', 'AvailStockQty', 'availAfter', 'InTransitStockQty', 'BlockQty'] as const;
export type StockSortOrder = (typeof stockSortOrders)[number];

const urgency = ({ low, lowAfter }: StockRow): number => (low ? 0 : lowAfter ? 1 : 2);

/** Indices of the rows in a sort order: small quantities first, missing values last, stable. */
export function sortStock(rows: readonly StockRow[], sortOrder: StockSortOrder): number[] {
  const places = rows.map((_, place) => place);
  const compare = (one: StockRow, other: StockRow): number => {
    if (sortOrder === 'low') return urgency(one) - urgency(other);
    if (sortOrder === 'Sku') return one.Sku < other.Sku ? -1 : one.Sku > other.Sku ? 1 : 0;
    const [a, b] = [readDecimal(one[sortOrder]), readDecimal(other[sortOrder])];
    if (!a || !b) return Number(!a) - Number(!b);
    // for stock in transit and blocked stock, large quantities matter most
    return sortOrder === 'InTransitStockQty' || sortOrder === 'BlockQty'
      ? compareDecimals(b, a)
      : compareDecimals(a, b);
  };
  return places.sort((one, other) => {
    const [a, b] = [rows[one], rows[other]];
    return a && b ? compare(a, b) : 0;
  });
}
