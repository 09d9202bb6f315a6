import type { format as Format } from '../../renderer/texts/format.svelte.ts';
import { exactSum } from '../../shared/text/exact-decimal.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';

const chosen = vi.hoisted(() => ({ locale: 'en-GB', language: 'en' }));
vi.mock('../../renderer/choices/choices.svelte.ts', () => ({ choices: chosen }));
let format: typeof Format;
beforeAll(async () => void ({ format } = await import('../../renderer/texts/format.svelte.ts')));

const as = (locale: string, write: () => string): string => {
  chosen.locale = locale;
  return write();
};

describe('an exact decimal', () => {
  it.each([
    ['en-GB', '1234567890123456789012345.67', '1,234,567,890,123,456,789,012,345.67'],
    ['de-DE', '1234567890123456789012345.67', '1.234.567.890.123.456.789.012.345,67'],
    ['zh-CN', '-0.0000000000000000000000001', '-0.0000000000000000000000001'],
    ['en-GB', '9007199254740993', '9,007,199,254,740,993'],
    ['en-GB', `0.${'0'.repeat(150)}1`, `0.${'0'.repeat(150)}1`],
    ['en-GB', 'a lot', 'a lot'],
    ['en-GB', '', ''],
  ])('in %s: %s is %s', (locale, text, written) => expect(as(locale, () => format.exact(text))).toBe(written));
});

describe('an amount', () => {
  it.each([
    ['en-GB', 'USD', '0.3', '0.30'],
    ['de-DE', 'EUR', '1234.5', '1.234,50'],
    ['en-GB', 'JPY', '12', '12'],
    ['en-GB', 'JPY', '12.5', '12.5'],
    ['en-GB', 'KWD', '1', '1.000'],
    ['en-GB', 'USD', '0.1234567', '0.1234567'],
    ['en-GB', '<b>$</b>', '5', '5.00'],
    ['en-GB', '', '5', '5.00'],
  ])('in %s of %s: %s is %s', (locale, Currency, Amount, written) =>
    expect(as(locale, () => format.amount({ Amount, Currency }))).toBe(written),
  );

  it('keeps every digit of 10,000 random sums', () => {
    let state = 5;
    const dice = () => (state = (state * 1664525 + 1013904223) >>> 0);
    for (let turn = 0; turn < 10_000; turn += 1) {
      const cents = Array.from({ length: 1 + (dice() % 20) }, () => BigInt(dice()) * 10n ** BigInt(dice() % 15));
      const texts = cents.map((one) => `${one / 100n}.${String(one % 100n).padStart(2, '0')}`);
      const total = cents.reduce((sum, one) => sum + one, 0n);
      const written = as('en-GB', () => format.amount({ Amount: exactSum(texts), Currency: 'CNY' }));
      expect(written.replaceAll(',', '')).toBe(`${total / 100n}.${String(total % 100n).padStart(2, '0')}`);
    }
  });
});
