import type { StockRow } from '../../../shared/contract/lookup-answers.ts';

/** Parts of a bar, in percent of the longest one. */
export interface StockBar {
  avail: number;
  blocked: number;
  /** in the warehouse, and neither available nor blocked */
  other: number;
  inTransit: number;
}

// only for the length of a bar, never for a displayed number
const approximate = (quantity: string | null): number =>
  Math.min(Math.max(0, Number(quantity ?? 0)), Number.MAX_VALUE / 8);

function lengths({ TotalStockQty, AvailStockQty, BlockQty, InTransitStockQty }: StockRow): StockBar {
  const [avail, blocked, inTransit] = [
    approximate(AvailStockQty),
    approximate(BlockQty),
    approximate(InTransitStockQty),
  ];
  return { avail, blocked, other: Math.max(0, approximate(TotalStockQty) - avail - blocked), inTransit };
}

const totalLength = ({ avail, blocked, other, inTransit }: StockBar): number => avail + blocked + other + inTransit;

/** The length of the longest bar, at least 1, as the scale for all rows. */
export const longestBar = (rows: readonly StockRow[]): number =>
  rows.reduce((longest, row) => Math.max(longest, totalLength(lengths(row))), 1);

export function barOf(row: StockRow, longest: number): StockBar {
  const { avail, blocked, other, inTransit } = lengths(row);
  const share = (part: number): number => (part / longest) * 100;
  return { avail: share(avail), blocked: share(blocked), other: share(other), inTransit: share(inTransit) };
}
