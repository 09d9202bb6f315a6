import { mergeStock } from '../../renderer/screens/inventory/inventory-board.svelte.ts';
import type { InventoryAnswer, StockRow } from '../../shared/contract/lookup-answers.ts';
import { describe, expect, it } from 'vitest';

const rowOf = (Sku: string, at: number | null, fresh = true) => ({ Sku, at: at, fresh: fresh, why: null }) as StockRow;
const answerOf = (rows: StockRow[], more: Partial<InventoryAnswer> = {}): InventoryAnswer => ({
  endpoint: 19,
  onlyByQuery: [],
  rows,
  others: [],
  unexpected: [],
  ...more,
});
const place = (path: string) => ({ path, message: 'strange' });
const skus = ['A', 'B', 'C'];

describe('shown stock joined with another answer', () => {
  it('has the latest answer for each SKU, whichever arrives first', () => {
    const shown = answerOf([rowOf('B', 5000), rowOf('A', 2000)]);
    const late = answerOf([rowOf('A', 3000), rowOf('B', 1000), rowOf('C', null, false)]);
    for (const mode of ['last', 'fresh'] as const)
      expect(mergeStock(shown, late, { skus, mode }).rows.map(({ Sku, at: at }) => [Sku, at])).toEqual([
        ['A', 3000],
        ['B', 5000],
        ['C', null],
      ]);
  });

  it('stays fresh if the same answer arrives again from storage', () => {
    const kept = answerOf([rowOf('A', 2000, false)]);
    expect(mergeStock(answerOf([rowOf('A', 2000)]), kept, { skus, mode: 'last' }).rows).toMatchObject([
      { fresh: true },
    ]);
  });

  it('ignores a late answer for a SKU that is no longer listed', () => {
    const late = answerOf([rowOf('D', 1000)]);
    expect(mergeStock(answerOf([rowOf('A', 1000)]), late, { skus, mode: 'fresh' }).rows).toMatchObject([{ Sku: 'A' }]);
  });

  it('keeps the unexpected values of other SKUs after a partial request, and the endpoint that answers less', () => {
    const shown = answerOf([rowOf('A', 1), rowOf('B', 1)], { endpoint: 20, unexpected: [place('$[0]')] });
    const more = answerOf([rowOf('C', 2)], { unexpected: [place('$[0]'), place('$[1]')] });
    const some = mergeStock(shown, more, { skus, mode: 'fresh' });
    expect([some.endpoint, some.unexpected]).toEqual([20, [place('$[0]'), place('$[1]')]]);
    const all = mergeStock(shown, more, { skus: ['C'], mode: 'fresh' });
    expect([all.endpoint, all.unexpected.length]).toEqual([19, 2]);
  });
});
