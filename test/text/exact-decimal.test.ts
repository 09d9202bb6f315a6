import {
  compareDecimals,
  currencyTotals,
  exactSum,
  readDecimal,
  writeDecimal,
  type Decimal,
} from '../../shared/text/exact-decimal.ts';
import Big from 'big.js';
import { describe, expect, it } from 'vitest';

/** Pseudo-random numbers from 0 up to 1, determined by the seed. */
function rolls(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const compare = (one: number | string, other: number | string): number =>
  compareDecimals(readDecimal(one) as Decimal, readDecimal(other) as Decimal);

describe('an exact sum', () => {
  it('of 0.1 and 0.2 is 0.3', () => {
    expect(exactSum([0.1, 0.2])).toBe('0.3');
  });

  it('of no values is 0', () => expect(exactSum([])).toBe('0'));

  it('of 10,000 random lists equals the sum of their integer hundredths, forwards and backwards', () => {
    const dice = rolls(7);
    for (let list = 0; list < 10_000; list += 1) {
      const cents = Array.from({ length: 1 + Math.floor(dice() * 30) }, () => Math.floor((dice() - 0.3) * 1e9));
      const values = cents.map((one, at) => (at % 3 === 0 ? (one / 100).toFixed(2) : one / 100));
      const total = cents.reduce((sum, one) => sum + BigInt(one), 0n);
      const expected = writeDecimal(new Big(String(total)).div(100));
      expect(exactSum(values)).toBe(expected);
      expect(exactSum(values.toReversed())).toBe(expected);
    }
  });

  it.each([
    [[1e21, 1], '1000000000000000000001'],
    [[5e-324, 0], `0.${'0'.repeat(323)}5`],
    [['9999999999999999.99', '0.01'], '10000000000000000'],
    [[-0.1, 0.1], '0'],
    [['-0', -0], '0'],
    [['+1.50', '.5', '2.'], '4'],
    [['1e2', '1E-2'], '100.01'],
    [[-0.05], '-0.05'],
  ])('of %j is %s', (values, sum) => expect(exactSum(values)).toBe(sum));

  it.each(['', ' ', '.', '1,000', '0x10', 'NaN', Number.NaN, Infinity, '1e9999', '--1', '1 2'])('rejects %j', (value) =>
    expect(() => exactSum([value])).toThrow(RangeError),
  );
});

describe('totals by currency', () => {
  it('are never added across currencies', () => {
    expect(
      currencyTotals([
        { Currency: 'USD', Amount: 0.1 },
        { Currency: 'CNY', Amount: '5' },
        { Currency: 'USD', Amount: 0.2 },
        { Currency: 'usd', Amount: 1 },
        { Amount: 2 },
      ]),
    ).toEqual({
      totals: [
        { Currency: 'USD', Amount: '0.3' },
        { Currency: 'CNY', Amount: '5' },
        { Currency: 'usd', Amount: '1' },
        { Currency: '', Amount: '2' },
      ],
      unread: 0,
    });
  });

  it('count amounts that are not numbers', () => {
    expect(currencyTotals([{ Currency: 'USD', Amount: 'much' }, { Currency: 'USD' }, { Amount: 1n }])).toEqual({
      totals: [],
      unread: 3,
    });
  });
});

it('decimals compare by value, however they are written', () => {
  expect(compare('1.0', 1)).toBe(0);
  expect(compare('-2', 1)).toBe(-1);
  expect(compare('10000000000000000.01', '10000000000000000')).toBe(1);
});
