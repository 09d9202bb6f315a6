import { exactJson } from '../../electron/delivery/service/read-json.ts';
import { describe, expect, it } from 'vitest';

const read = (text: string): unknown => exactJson(text, JSON.parse(text));

describe('exact JSON', () => {
  it('keeps a number that a double would change as text, to the last digit', () => {
    expect(read('{"a":12345678901234567890.12,"b":[0.1000000000000000055,9007199254740993,-1e400]}')).toEqual({
      a: '12345678901234567890.12',
      b: ['0.1000000000000000055', '9007199254740993', '-1e400'],
    });
  });

  it('keeps a number that a double can hold as a number', () => {
    const text = '[0.1,1.10,12345678901234567000,1E3,100000000000000000.000,5e-324,0.30000000000000004]';
    const whole = [0.1, 1.1, 12345678901234567000, 1000, 100000000000000000, 5e-324, 0.30000000000000004];
    expect(read(text)).toEqual(whole);
  });

  it('returns the same object if every number fits a double, whatever its strings and names contain', () => {
    const text = JSON.stringify({ Id: '12345678901234567890', '12345678901234567890': [1.5], a: '"x', b: 1e21 });
    const json: unknown = JSON.parse(text);
    expect(exactJson(text, json)).toBe(json);
  });

  it('is not misled by strings that look like numbers', () => {
    const text = '{"a":"[12345678901234567890","b":12345678901234567890}';
    expect(read(text)).toEqual({ a: '[12345678901234567890', b: '12345678901234567890' });
  });
});
