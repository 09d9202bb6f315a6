import { decimalSignOf, readNumber, writeNumber } from '../../renderer/forms/read-field.ts';
import { describe, expect, it } from 'vitest';

const value = (text: string, own: '.' | ',') => {
  const read = readNumber(text, own);
  return 'value' in read ? read.value : read.code;
};

describe('a typed number', () => {
  it.each([
    ['12', '.', 12],
    ['-3', '.', -3],
    ['1.5', '.', 1.5],
    ['1,5', '.', 1.5],
    ['1.5', ',', 1.5],
    ['.5', '.', 0.5],
    [',25', ',', 0.25],
    ['1.234', '.', 1.234],
    ['1,234', ',', 1.234],
    ['0,125', '.', 0.125],
    ['1234.567', ',', 1234.567],
    ['1,234.56', ',', 1234.56],
    ['1.234,56', '.', 1234.56],
    ['1,234,567', '.', 1_234_567],
    ['1 234,5', ',', 1234.5],
    ['1’234.5', '.', 1234.5],
    ['１２５０．５', '.', 1250.5],
  ] as const)('%s with the decimal sign %s is %d', (text, own, expected) => {
    expect(value(text, own)).toBe(expected);
  });

  it('is ambiguous if its sign may be either, and never guessed', () => {
    expect(value('1,234', '.')).toBe('doubtful-number');
    expect(value('1.234', ',')).toBe('doubtful-number');
    const doubt = readNumber('1,234', '.');
    expect(doubt).toMatchObject({ params: { small: 1.234, large: 1234 } });
    if (!('params' in doubt)) throw new Error('no doubt');
    expect(value(String(doubt.params['smallText']), '.')).toBe(1.234);
    expect(value(String(doubt.params['largeText']), '.')).toBe(1234);
  });

  it.each(['', 'heavy', '1e5', '1.2.3', '12,34,5', '1,23,456', '--1', '0x10', '1,234,5', '=1+1', 'Infinity'])(
    'is refused: %s',
    (text) => {
      expect(value(text, '.')).toBe('not-a-number');
    },
  );

  it('is refused if it has more digits than a number can hold', () => {
    expect(value('9007199254740993', '.')).toBe('not-safe-integer');
    expect(value('0.1234567890123456', '.')).toBe('not-safe-integer');
    expect(value('100000000000000000000', '.')).toBe(1e20);
  });

  it('reads as the same number when written with either decimal sign', () => {
    expect(writeNumber(1250.5, ',')).toBe('1250,5');
    expect(writeNumber(1e-7, '.')).toBe('0.0000001');
    for (const number of [0, 1, 1.5, 1234.567, 0.001, 99999.99]) {
      for (const own of ['.', ','] as const) expect(value(writeNumber(number, own), own)).toBe(number);
    }
    expect(decimalSignOf('de-DE')).toBe(',');
    expect(decimalSignOf('zh-CN')).toBe('.');
  });
});
