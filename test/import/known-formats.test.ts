import { knownFormats, recognizeFormat } from '../../electron/spreadsheets/known-formats/known-formats.ts';
import { mapByFormat } from '../../electron/spreadsheets/import/choose-columns.ts';
import { endpointOfKind } from '../../shared/creates/create-kinds.ts';
import { readOrders } from './read-orders.ts';
import { describe, expect, it } from 'vitest';

describe('a known format', () => {
  it.each(knownFormats)('of $format says where its headings were seen, and every column has a field', (format) => {
    expect(format.source).toMatch(/\w+\.\w+|github/);
    const titles = Object.keys(format.columns);
    const mapping = mapByFormat(titles, format, endpointOfKind[format.orders]);
    const lost = titles.filter((_, at) => mapping[at] === null);
    // two headings for one field are of two versions of the format
    expect(
      lost.every((title) => /^(?:Name|Quantity)$/.test(title)),
      lost.join(),
    ).toBe(true);
    expect(recognizeFormat(format.recognizedBy, knownFormats)?.format).toBe(format.format);
  });

  const parcels =
    'reference,to_address.name,to_address.street1,to_address.city,to_address.zip,parcel.weight,parcel.length\nE-1,Ida,L 3,Berlin,10115,12.7,10\n';
  it('is recognised by its headings, and its units are known', async () => {
    const { head, packages, asked } = await readOrders(parcels);
    expect(head.format).toMatchObject({ id: 'easypost-shipments' });
    expect(packages).toMatchObject([{ PackageId: 'E-1', Weight: 360.0389436875, Length: 25.4 }]);
    expect(asked).toEqual([]);
  });

  it('can be put aside by a person: then nothing is taken for granted', async () => {
    const { head, packages, asked } = await readOrders(parcels, { format: 'none' });
    expect([head.format, packages, asked]).toEqual([null, [], ['unit 2 5', 'unit 2 6']]);
  });

  it('is not recognised by some of its headings', () => {
    expect(recognizeFormat(['to_address.name', 'parcel.weight'], knownFormats)).toBe(null);
  });
});
