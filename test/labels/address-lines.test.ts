import type { LabelAddress } from '../../electron/labels/layout/label-source.ts';
import { addressLines } from '../../electron/labels/layout/lay-out-addresses.ts';
import { describe, expect, it } from 'vitest';

const lines = (address: LabelAddress) => addressLines(address, 'recipient').map(({ text }) => text);

describe('the lines of an address', () => {
  it('put the house number where the country puts it', () => {
    const address = { Street1: 'Main Street', HouseNumber: '12', City: 'Town', Province: 'XY', Postcode: '12345' };
    expect(lines({ ...address, Country: 'DE' })).toEqual(['Main Street 12', '12345 Town', 'XY']);
    expect(lines({ ...address, Country: 'US' })).toEqual(['12 Main Street', 'Town XY 12345']);
    expect(lines({ ...address, Country: 'FR' })).toEqual(['12 Main Street', '12345 Town', 'XY']);
  });

  it('run from large to small in Chinese, Japanese and Korean', () => {
    expect(
      lines({
        Country: 'JP',
        Province: '東京都',
        City: '新宿区',
        Street1: '西新宿二丁目',
        HouseNumber: '8-1',
        Postcode: '163-8001',
      }),
    ).toEqual(['163-8001 東京都 新宿区', '西新宿二丁目 8-1']);
  });

  it('show a city that is its own province once, and leave no empty line', () => {
    expect(lines({ Country: 'TH', City: 'กรุงเทพ', Province: 'กรุงเทพ', District: '' })).toEqual(['กรุงเทพ']);
    expect(lines({})).toEqual([]);
  });

  it('isolate the text direction of each field from the next', () => {
    expect(lines({ Country: 'EG', Street1: 'ميدان', HouseNumber: '15-A' })).toEqual([
      '\u2068ميدان\u2069 \u206815-A\u2069',
    ]);
  });
});
