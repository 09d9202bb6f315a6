import type { InventoryAnswer, StockRow } from '../../../shared/contract/lookup-answers.ts';
import { carryFreshness } from '../../lookups/freshness.ts';

/** Each once, as they were told first. */
function joined<T>(one: readonly T[], other: readonly T[]): T[] {
  return [...new Map([...one, ...other].map((part) => [JSON.stringify(part), part])).values()];
}

/**
 * What is known of these SKUs, in their order, once `more` came to what is `shown`: an answer about all of them or about some. Of each SKU
 * what the service said later counts, whichever answer comes first.
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
