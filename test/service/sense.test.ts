import { missingPartsOf } from '../../shared/service/missing-parts.ts';
import { nineCreates } from '../end-to-end/nine-creates.ts';
import { describe, expect, it } from 'vitest';

const lacking = (endpoint: Parameters<typeof missingPartsOf>[0], body: unknown) =>
  missingPartsOf(endpoint, body).map(({ part: lack }) => lack);

describe('the list of what a create lacks', () => {
  it('is empty for a typical order of each kind', () => {
    for (const { endpoint, sent } of nineCreates) expect([endpoint, lacking(endpoint, sent)]).toEqual([endpoint, []]);
  });

  it('reports an order that its contract accepts with little more than a key', () => {
    expect(lacking(2, { Package: { PackageId: 'L-1' } })).toEqual(['recipient', 'country', 'address', 'goods']);
    expect(lacking(1, { Package: { PackageId: 'D-1' } })).toEqual(['recipient', 'country', 'goods']);
    expect(lacking(10, { WarehouseId: 'W', Package: { PackageId: 'O-1' } })).toEqual(['recipient', 'country', 'goods']);
    expect(lacking(8, { CustomerOrderNo: 'B-1', ShipToAddress: {} })).toEqual(['recipient', 'country', 'goods']);
    expect(lacking(15, { Sku: 'S-1' })).toEqual([]);
  });

  it('treats blank texts and empty parts as missing', () => {
    const ShipToAddress = { Contact: ' ', Country: 'SE', Street1: '', City: '' };
    expect(lacking(2, { Package: { PackageId: 'L-1', ShipToAddress, Skus: [{}, { Sku: '' }] } })).toEqual([
      'recipient',
      'address',
      'goods',
    ]);
  });
});
