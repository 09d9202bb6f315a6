import { expect, it } from 'vitest';
import { guessMapping } from '../../electron/import/mapping.ts';
import { defaultSettings } from '../../shared/settings.ts';

const guess = (titles: string[]) =>
  guessMapping(titles, 2, defaultSettings).map((path) => path?.split('.').at(-1) ?? null);

it('headings that another program gave mean their fields, each field once', () => {
  expect(guess(['Order No.', 'Recipient', 'Tel', 'ZIP', 'Address', 'District', 'Weight', 'Colour'])).toEqual([
    'PackageId',
    'Contact',
    'Phone',
    'Postcode',
    'Street1',
    'Street2',
    'Weight',
    null,
  ]);
  expect(guess(['订单号', '收件人', '电话', '国家', '城市', '邮编', '地址'])).toEqual([
    'PackageId',
    'Contact',
    'Phone',
    'Country',
    'City',
    'Postcode',
    'Street1',
  ]);
});

it('a column with the name of a field keeps it, wherever it stands', () => {
  expect(guess(['Recipient', 'District', 'PackageId', 'Street2', 'Contact'])).toEqual([
    null,
    null,
    'PackageId',
    'Street2',
    'Contact',
  ]);
});
