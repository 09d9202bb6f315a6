import { describe, expect, it } from 'vitest';
import type { InventoryAnswer, StockRow } from '../../shared/contract/lookup-answers.ts';
import { joinStock } from '../../renderer/screens/inventory/join-stock.ts';

const rowOf = (Sku: string, at: number | null, fresh = true) => ({ Sku, at, fresh, why: null }) as StockRow;
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

describe('what is known of stock, and one answer more', () => {
  it('is what the service said last of each SKU, whichever answer comes first', () => {
    const shown = answerOf([rowOf('B', 5000), rowOf('A', 2000)]);
    const late = answerOf([rowOf('A', 3000), rowOf('B', 1000), rowOf('C', null, false)]);
    for (const mode of ['last', 'fresh'] as const)
      expect(joinStock(shown, late, { skus, mode }).rows.map(({ Sku, at }) => [Sku, at])).toEqual([
        ['A', 3000],
        ['B', 5000],
        ['C', null],
      ]);
  });

  it('keeps how fresh it was where what was kept came again', () => {
    const kept = answerOf([rowOf('A', 2000, false)]);
    expect(joinStock(answerOf([rowOf('A', 2000)]), kept, { skus, mode: 'last' }).rows).toMatchObject([{ fresh: true }]);
  });

  it('has nothing of a SKU that is looked at no more, though its answer comes late', () => {
    const late = answerOf([rowOf('D', 1000)]);
    expect(joinStock(answerOf([rowOf('A', 1000)]), late, { skus, mode: 'fresh' }).rows).toMatchObject([{ Sku: 'A' }]);
  });

  it('keeps what was strange of the others where some were asked about, and names the form that tells less', () => {
    const shown = answerOf([rowOf('A', 1), rowOf('B', 1)], { endpoint: 20, unexpected: [place('$[0]')] });
    const more = answerOf([rowOf('C', 2)], { unexpected: [place('$[0]'), place('$[1]')] });
    const some = joinStock(shown, more, { skus, mode: 'fresh' });
    expect([some.endpoint, some.unexpected]).toEqual([20, [place('$[0]'), place('$[1]')]]);
    const all = joinStock(shown, more, { skus: ['C'], mode: 'fresh' });
    expect([all.endpoint, all.unexpected.length]).toEqual([19, 2]);
  });
});
