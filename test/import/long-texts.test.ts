import { readTitle, writeTitle } from '../../electron/spreadsheets/import/read-header.ts';
import { countryOf } from '../../shared/countries/country-names.ts';
import { describe, expect, it } from 'vitest';

const spaces = ' '.repeat(1_000_000);

describe('a cell of a million spaces takes time proportional to its length', () => {
  it('as a column title', () => {
    expect(readTitle(`Weight${spaces}x`).unit).toBeNull();
    expect(readTitle(`Weight${spaces}x *`).unit).toBeNull();
    expect(readTitle(`Weight${spaces}(g) *`)).toEqual({ name: 'Weight', unit: 'g' });
  });

  it('as a country', () => {
    expect(countryOf(`Germany${spaces}x`)).toBeUndefined();
    expect(countryOf(`Germany${spaces}/${spaces}Deutschland`)).toBe('DE');
  });

  it('and titles are read as they are written', () => {
    for (const [name, unit] of [
      ['Package.Weight', 'g'],
      ['Weight (net)', 'kg'],
      ['重量', undefined],
    ] as const)
      for (const required of [true, false])
        expect(readTitle(writeTitle(name, unit, required))).toEqual({ name, unit: unit ?? null });
    expect(readTitle('(g)')).toEqual({ name: '(g)', unit: null });
    expect(readTitle('Weight (as on the box)')).toEqual({ name: 'Weight (as on the box)', unit: null });
  });
});
