import type { InventoryAnswer, StockRow } from '../../../shared/contract/lookup-answers.ts';
import { mergeFreshness } from '../../lookups/freshness.ts';

/** Union without duplicates, in order of first appearance. */
function union<T>(one: readonly T[], other: readonly T[]): T[] {
  return [...new Map([...one, ...other].map((part) => [JSON.stringify(part), part])).values()];
}

/**
 * Merges `more`, an answer about all or some of these SKUs, into the answer `shown`, in the order of `skus`. For each
 * SKU the later answer of the service wins, whichever arrives first.
 */
export function mergeStock(
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
    rows.set(row.Sku, mode === 'last' ? mergeFreshness(before, row) : row);
  }
  const coversAll = skus.every((sku) => answered.has(sku));
  const said = mode === 'last' ? shown : more;
  return {
    ...more,
    endpoint: coversAll || shown.endpoint === more.endpoint ? more.endpoint : 20,
    rows: skus.flatMap((sku) => rows.get(sku) ?? []),
    others: coversAll || mode === 'last' ? said.others : union(shown.others, more.others),
    unexpected: coversAll || mode === 'last' ? said.unexpected : union(shown.unexpected, more.unexpected),
  };
}
