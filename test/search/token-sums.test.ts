import { firstHash, secondHash, tokenSums, tokensOfRow } from '../../electron/outbox/search/tokens.ts';
import { expect, it } from 'vitest';

const rows = [
  [' 1z999aa10123456784 parcel-1 000000000000 ', ' ana maría lópez calle lópez '],
  ['', ' a aa aaa 上海市浦东新区 \ufffd '],
  [' 1 12 123 ', ''],
  ['', ''],
  [` ${'7'.repeat(40)} `, ` ${'ab'.repeat(99)} `],
] as const;

it('token sums are computed over exactly the tokens that a row has in the index', () => {
  const sums = tokenSums();
  for (const [numbers, words] of [...rows, ...rows]) {
    const tokens = [...tokensOfRow(numbers, words)];
    const total = (hash: (text: string) => number) => tokens.reduce((sum, token) => (sum + hash(token)) | 0, 0);
    const due = { count: tokens.length, first: total(firstHash), second: total(secondHash) };
    expect(sums(numbers, words), `${numbers}/${words}`).toEqual(due);
  }
  expect(sums(' 1 ', ' 😀 ')).toBeNull();
  expect(sums('', ` ${'x'.repeat(3000)} `)).toBeNull();
});
