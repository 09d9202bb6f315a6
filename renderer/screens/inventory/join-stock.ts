import type { InventoryAnswer, StockRow } from '../../../shared/contract/lookup-answers.ts';
import { carryFreshness } from '../../lookups/freshness.ts';

/** Union without duplicates, in order of first appearance. */
function joined<T>(one: readonly T[], other: readonly T[]): T[] {
  return [...new Map([...one, ...other].map((part) => [JSON.stringify(part), part])).values()];
}

/**
 * Merges `more`, an answer about all or some of these SKUs, into the answer `shown`, in the order of `skus`. For each
 * SKU the later answer of the service wins, whichever arrives first.
 */
export function joinStock(
  shown: InventoryAnswer,
  more: InventoryAnswer,
  { skus, mode }: { skus: readonly string[]; mode: 'last' | 'fresh' },
): InventoryAnswer {
  const rows = new Map<string, StockRow>(shown.rows.map((row) => [row.Sku, row]));
  const answered = new Set<string>();
  for (const row of more.rows) {
    answered.add(row.Sku);
    const before = rows.get(row.Sku);
    if (before && (row.at ?? 0) < (before.at ?? 0)) continue;
    rows.set(row.Sku, mode === 'last' ? carryFreshness(before, row) : row);
  }
  const isOfAll = skus.every((sku) => answered.has(sku));
  const said = mode === 'last' ? shown : more;
  return {
    ...more,
    endpoint: isOfAll || shown.endpoint === more.endpoint ? more.endpoint : 20,
    rows: skus.flatMap((sku) => rows.get(sku) ?? []),
    others: isOfAll || mode === 'last' ? said.others : joined(shown.others, more.others),
    unexpected: isOfAll || mode === 'last' ? said.unexpected : joined(shown.unexpected, more.unexpected),
  };
}
