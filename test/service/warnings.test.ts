import { adviceOn } from '../../shared/service/advice-on.ts';
import { describe, expect, it } from 'vitest';

const order = {
  Package: {
    PackageId: 'P',
    ServiceCode: 'S',
    Weight: 480,
    ShipToAddress: { Contact: 'Li', Country: 'DE', City: 'Ulm', Street1: 'Weg 1' },
    Skus: [{ Sku: 'A', Quantity: 1 }],
  },
};
const changed = (change: object): unknown => ({ Package: { ...order.Package, ...change } });
const advised = (number: 2 | 8 | 10, body: unknown): string[] =>
  adviceOn(number, body).map(({ path, code }) => `${path} ${code}`);

describe('advice', () => {
  it('is absent for an ordinary label order', () => {
    expect(adviceOn(2, order)).toEqual([]);
  });

  it('reports a label without a recipient, goods or a service', () => {
    expect(advised(2, changed({ ShipToAddress: { Contact: ' ', Country: 'DE', City: 'Ulm', Street1: 'x' } }))).toEqual([
      '$.Package.ShipToAddress.Contact nothing-filled',
    ]);
    expect(advised(2, changed({ Skus: [] }))).toEqual(['$.Package.Skus no-entries']);
    expect(advised(10, changed({ ServiceCode: '' }))).toEqual(['$.Package.ServiceCode nothing-filled']);
    expect(advised(2, { Package: {} })).toContain('$.Package.ShipToAddress.Street1 nothing-filled');
  });

  it('reports impossible numbers, each at its place', () => {
    expect(advised(2, changed({ Weight: -1, Skus: [{ Quantity: 1 }, { Quantity: 0 }] }))).toEqual([
      '$.Package.Weight not-positive',
      '$.Package.Skus[1].Quantity not-positive',
    ]);
  });

  it('reports values without a currency', () => {
    expect(advised(2, changed({ SellPrice: 5 }))).toEqual(['$.Package.SellPriceCurrency no-currency']);
    expect(advised(2, changed({ Duty: { Value: 5 } }))).toEqual(['$.Package.Duty no-currency']);
    expect(
      advised(2, changed({ Duty: { Value: 5, Currency: 'EUR' }, SellPrice: 5, SellPriceCurrency: 'EUR' })),
    ).toEqual([]);
  });

  it('reports the effects of IsCreateNewOrder and SubmitLater', () => {
    expect(advised(2, { ...(changed({ IsCreateNewOrder: true }) as object), SubmitLater: true })).toEqual([
      '$.Package.IsCreateNewOrder makes-another',
      '$.SubmitLater submits-later',
    ]);
  });

  it('reports batch outbound details beside a flag that is not true', () => {
    const batch = { ShipToAddress: order.Package.ShipToAddress };
    expect(advised(8, { ...batch, PalletDetails: [], BoxDetails: [], IsBoxed: false })).toEqual([
      '$.PalletDetails details-without-flag',
      '$.BoxDetails details-without-flag',
    ]);
    expect(advised(8, { ...batch, PalletDetails: [], BoxDetails: [], IsBoxed: true, IsPallet: true })).toEqual([]);
  });
});
