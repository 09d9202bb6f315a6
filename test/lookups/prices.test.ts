import { priceRequest } from '../../electron/lookups/price-lookup.ts';
import { httpAnswer, neverSent } from '../support/exchanges.ts';
import { openLookupDesk, type LookupDesk } from './lookup-desk.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: LookupDesk;
beforeEach(() => void (desk = openLookupDesk()));
afterEach(() => desk.close());

const parcel = { Weight: 1, Length: 1, Width: 1, Height: 1, WarehouseId: 'W1', Country: 'ES' };
const service = (ServiceCode: string, Amount: unknown, more: object = {}) => ({
  ServiceCode,
  Success: true,
  ChargeInfo: { Summary: [{ Currency: 'USD', Amount }], Detail: [] },
  ...more,
});

describe('prices', () => {
  it('of endpoint 17 are read from a single object and from a list', async () => {
    desk.service = () => httpAnswer(200, service('A', 5));
    expect((await desk.lookups.prices(17, parcel, 'fresh')).services).toMatchObject([{ ServiceCode: 'A' }]);
    desk.service = () => httpAnswer(200, [service('A', 5), service('B', 4)]);
    expect((await desk.lookups.prices(17, parcel, 'fresh')).services).toMatchObject([
      { ServiceCode: 'A' },
      { ServiceCode: 'B' },
    ]);
  });

  it('have exact totals per currency, never summed across currencies', async () => {
    const Detail = [
      { ChargeName: 'Freight', Currency: 'USD', Amount: 0.1 },
      { ChargeName: 'Fuel', Currency: 'USD', Amount: 0.2 },
      { ChargeName: 'Duty', Currency: 'CNY', Amount: 7 },
      { ChargeName: 'Odd', Currency: 'CNY', Amount: 'x' },
    ];
    desk.service = () =>
      httpAnswer(200, [{ ServiceCode: 'A', ChargeInfo: { Detail }, TotalCharge: { Currency: 'CNY', Amount: 9.16 } }]);
    const { services } = await desk.lookups.prices(14, { WarehouseId: 'W1', Boxes: [] }, 'fresh');
    expect(services).toMatchObject([
      {
        Success: null,
        detailTotals: [
          { Currency: 'USD', Amount: '0.3' },
          { Currency: 'CNY', Amount: '7' },
        ],
        TotalCharge: { Currency: 'CNY', Amount: '9.16' },
        unread: 1,
      },
    ]);
  });

  it('are exact if sent as text, and with more digits than a double holds', async () => {
    const Detail = `[{"Currency":"USD","Amount":"12.50"},{"Currency":"USD","Amount":0.10},
      {"Currency":"CNY","Amount":90071992547409931.01},{"Currency":"CNY","Amount":0.02}]`;
    desk.service = () => httpAnswer(200, `[{"ServiceCode":"A","ChargeInfo":{"Detail":${Detail}}}]`);
    const { services, records, unexpected } = await desk.lookups.prices(14, { WarehouseId: 'W1', Boxes: [] }, 'fresh');
    expect(services).toMatchObject([
      {
        unread: 0,
        detailTotals: [
          { Currency: 'USD', Amount: '12.6' },
          { Currency: 'CNY', Amount: '90071992547409931.03' },
        ],
      },
    ]);
    expect(JSON.stringify(records)).toContain('90071992547409931.01');
    expect(unexpected.map(({ path }) => path)).toEqual(['$[0].ChargeInfo.Detail[0].Amount']);
  });

  it('are sorted by price within one currency and by time, failing services last with their reason', async () => {
    desk.service = () =>
      httpAnswer(200, [
        service('FAILS', 1, { Success: false, Message: 'Over <b>30 kg</b>' }),
        service('DEAR', 20.5, { LogisticsTimes: { Min: 1, Max: 2 } }),
        service('CHEAP', 9.99, { LogisticsTimes: { Min: 3, Max: 9 } }),
        service('EURO', 1, { ChargeInfo: { Summary: [{ Currency: 'EUR', Amount: 1 }] } }),
        { ServiceCode: 'NONE', Success: true },
        service('PARTLY', 1, {
          ChargeInfo: {
            Summary: [
              { Currency: 'USD', Amount: 1 },
              { Currency: 'USD', Amount: '70 or so' },
            ],
          },
        }),
      ]);
    const { services, byPrice, byTime } = await desk.lookups.prices(17, parcel, 'fresh');
    const codes = (order: number[]) => order.map((place) => services[place]?.ServiceCode);
    expect(codes(byPrice)).toEqual(['CHEAP', 'DEAR', 'EURO', 'NONE', 'PARTLY', 'FAILS']);
    expect(codes(byTime)).toEqual(['DEAR', 'CHEAP', 'EURO', 'NONE', 'PARTLY', 'FAILS']);
    expect(services[0]).toMatchObject({ Success: false, Message: 'Over 30 kg' });
  });

  it('are available offline for the same request, whatever the order of its fields', async () => {
    desk.service = () => httpAnswer(200, [service('A', 5)]);
    const first = await desk.lookups.prices(17, parcel, 'fresh');
    desk.service = () => neverSent();
    const { Weight, ...rest } = parcel;
    expect(await desk.lookups.prices(17, { ...rest, Weight }, 'fresh')).toMatchObject({
      at: first.at,
      fresh: false,
      why: { kind: 'offline' },
      services: [{ ServiceCode: 'A' }],
    });
    expect(await desk.lookups.prices(17, { ...parcel, Weight: 2 }, 'fresh')).toMatchObject({ at: null, services: [] });
  });

  it('are not requested if the request violates the contract', async () => {
    await expect(desk.lookups.prices(17, { ...parcel, Weight: 0 }, 'fresh')).rejects.toMatchObject({
      problem: { kind: 'invalid', issues: [{ path: '$.Weight' }] },
    });
    expect(desk.asked).toEqual([]);
  });
});

describe('the price request derived from an entry', () => {
  const to = { Country: 'ES', City: 'Madrid', Postcode: '28001', Street1: 'Calle Mayor', HouseNumber: '1' };

  it('of an inbound order covers its boxes, and is complete', () => {
    const Containers = [{ CustomContainerNo: '1', Weight: 5, Length: 4, Width: 3, Height: 2, Skus: [] }, { Weight: 1 }];
    expect(priceRequest(4, { ShipmentId: 'S1', WarehouseId: 'W1', ShippingType: 'Sea', Containers })).toEqual({
      endpoint: 14,
      body: {
        WarehouseId: 'W1',
        Boxes: [
          { Weight: 5, Length: 4, Width: 3, Height: 2, Quantity: 1 },
          { Weight: 1, Quantity: 1 },
        ],
        IncludeUnsuccessful: true,
      },
      missing: [],
    });
  });

  it('of a label order covers its parcel, and lists missing fields', () => {
    const Package = { PackageId: 'P1', Weight: 5, ShipToAddress: to };
    expect(priceRequest(2, { Package })).toEqual({
      endpoint: 17,
      body: {
        Weight: 5,
        Country: 'ES',
        City: 'Madrid',
        Postcode: '28001',
        Address: 'Calle Mayor 1',
        IncludeUnsuccessful: true,
      },
      missing: ['$.Length', '$.Width', '$.Height', '$.WarehouseId'],
    });
  });

  it('of several boxes to one recipient invents no total size', () => {
    const one = { Weight: 1, Length: 1, Width: 1, Height: 1 };
    expect(priceRequest(6, { ContainerInfos: [one], ShipToAddress: to }).missing).toEqual(['$.WarehouseId']);
    expect(priceRequest(6, { ContainerInfos: [one, one], ShipToAddress: to }).missing).toContain('$.Weight');
  });

  it('of a SKU does not exist', () => {
    expect(() => priceRequest(15, {})).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ kind: 'invalid' }) }),
    );
  });

  it.each([1, 2, 4, 6, 7, 8, 9, 10] as const)('of endpoint %i tolerates a body with unexpected types', (endpoint) => {
    for (const body of [null, 7, {}, { Package: 7 }, { Containers: 'x', ContainerInfos: [null], ShipToAddress: [] }]) {
      expect(priceRequest(endpoint, body).missing.length).toBeGreaterThan(0);
    }
  });
});
