import { fitsPostcode, withZeros } from '../../shared/paste-address/check-postcode.ts';
import { readOrders } from './read-orders.ts';
import { describe, expect, it } from 'vitest';

const file = (country: string, postcode: string, weight = '480', quantity = '1'): string =>
  `PackageId,Contact,Street1,City,Country,Postcode,Weight,Sku,Quantity\nA-1,Ida,L 3,Berlin,${country},${postcode},${weight},S-1,${quantity}\n`;

describe('a value that its field hardly has', () => {
  it.each([
    ['Germny', '', '480', '1', 'Germny', ['DE', 'keep', 'empty']],
    ['US', '2138', '480', '1', '2138 (US)', ['02138', 'keep', 'empty']],
    ['DE', '1067', '480', '1', '1067 (DE)', ['01067', 'keep', 'empty']],
    ['NL', '1094', '480', '1', '1094 (NL)', ['keep', 'empty']],
    ['DE', '10115', '0', '1', '0', ['keep', 'empty']],
    ['DE', '10115', '480000', '1', '480000', ['keep', 'empty']],
    ['DE', '10115', '480', '0', '0', ['keep', 'empty']],
  ])(
    'is asked about once, with what may be meant: %s %s %s %s',
    async (country, postcode, weight, quantity, found, choices) => {
      const { packages, orders } = await readOrders(file(country, postcode, weight, quantity));
      expect(packages).toEqual([]);
      expect(orders[0]?.questions).toMatchObject([{ code: 'unlikely-value', found, choices }]);
    },
  );

  it('is sent as the person says: as it is, as what is meant, or not at all', async () => {
    const answered = async (choice: string) => {
      const answers = (open: { id: string }[]) => open.map(({ id }) => ({ question: id, choice }));
      const { packages } = await readOrders(file('US', '2138'), { answers });
      return (packages[0]?.['ShipToAddress'] as { Postcode?: string }).Postcode;
    };
    expect([await answered('keep'), await answered('02138'), await answered('empty')]).toEqual([
      '2138',
      '02138',
      undefined,
    ]);
  });

  it('is none where the postcode is only written otherwise, or nobody can know', () => {
    const right = [
      'GB SW1A1AA',
      'GB sw1a 1aa',
      'PT 1000 001',
      'CA M5V3L9',
      'SE 11122',
      'SE SE-111 22',
      'DE D-10115',
      'IE D02 AF30',
      'JP 〒100-0005',
      'KR 04524',
      'HK 999077',
      'XX 1',
    ];
    for (const one of right) expect(fitsPostcode(one.slice(3), one.slice(0, 2)), one).toBe(true);
    for (const one of ['US SW1A 1AA', 'GB SWIA 1AA', 'FR 7500', 'PL 0095'])
      expect(fitsPostcode(one.slice(3), one.slice(0, 2)), one).toBe(false);
    expect([withZeros('2138-2603', 'US'), withZeros('501', 'US'), withZeros('999999', 'DE')]).toEqual([
      '02138-2603',
      '00501',
      undefined,
    ]);
  });
});
