import { guessKind, guessMapping } from '../../electron/spreadsheets/import/mapping.ts';
import { defaultSettings } from '../../shared/settings/settings.ts';
import { expect, it } from 'vitest';

const guess = (titles: string[]) =>
  guessMapping(titles, 2, defaultSettings).map((path) => path?.split('.').at(-1) ?? null);

it('common headings of other programs are mapped to their fields, each field once', () => {
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

it('headings that name an address are mapped to the recipient, and never from the sender', () => {
  expect(
    guess([
      ...['Ship To Name', 'Ship-To Country', 'Shipping City', 'Delivery Street', 'Recipient ZIP', 'consignee_phone'],
      ...['Shipping Address 2', 'Delivery method', 'Item', 'Number of pieces'],
    ]),
  ).toEqual([
    ...['Contact', 'Country', 'City', 'Street1', 'Postcode', 'Phone'],
    ...['Street2', 'ServiceCode', 'Sku', 'Quantity'],
  ]);
  expect(guess(['收件国家', '收件人电话', '收货地址', '目的城市'])).toEqual(['Country', 'Phone', 'Street1', 'City']);
  expect(guess(['Sender city', 'From country', 'Return address', 'Delivery date', 'Customer no', 'Total'])).toEqual([
    ...[null, null, null, null, null, null],
  ]);
});

it('a column with the exact name of a field is mapped to it, whatever its position', () => {
  expect(guess(['Recipient', 'District', 'PackageId', 'Street2', 'Contact'])).toEqual([
    null,
    'Street2#more',
    'PackageId',
    'Street2',
    'Contact',
  ]);
});

it('a file with unfamiliar headings is recognized as the kind that fits most of them', () => {
  const titles = ['Parcel ref', 'Carrier', 'Name of buyer', 'Land', 'Town', 'ZIP', 'Road', 'Sku', 'Qty', 'Borough'];
  expect(guessKind(titles, [], defaultSettings)).toBe('label-order');
  expect(guess(titles)).toEqual([
    ...['PackageId', 'ServiceCode', null, 'Country', 'City', 'Postcode', 'Street1', 'Sku', 'Quantity', 'Street2'],
  ]);
  // If the key column is not recognized, the other columns decide.
  expect(guessKind(['Our mark', 'Town', 'ZIP', 'Road', 'Buyer', 'Sku', 'Qty'], [], defaultSettings)).toBe(
    'label-order',
  );
  expect(guessKind(['Sku', 'ProductName', 'Weight', 'Length', 'Width', 'Height'], [], defaultSettings)).toBe('sku');
});
