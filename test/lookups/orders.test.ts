import { httpAnswer, neverSent } from '../support/exchanges.ts';
import { openLookupDesk, type LookupDesk } from './lookup-desk.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: LookupDesk;
beforeEach(() => void (desk = openLookupDesk()));
afterEach(() => desk.close());

/** Simulates a service that knows these ids, each at one endpoint. */
const knows = (records: Record<string, [number, object]>) => {
  desk.service = ({ endpoint, path, body }) => {
    if (endpoint === 11) {
      const ids = body['Ids'] ?? [];
      if (ids.some((id) => records[id]?.[0] !== 11)) return httpAnswer(404);
      return httpAnswer(
        200,
        ids.map((PackageId) => ({ PackageId, ...records[PackageId]?.[1] })),
      );
    }
    const id = path['packageId'] ?? path['shipmentId'] ?? '';
    const known = records[id];
    return known?.[0] === endpoint ? httpAnswer(200, known[1]) : httpAnswer(404);
  };
};
type Kind = Parameters<LookupDesk['lookups']['orders']>[1];
const look = async (ids: string[], kind: Kind = 'any', mode: 'last' | 'fresh' = 'fresh') => {
  const answered = desk.lookups.orders(ids, kind, mode);
  await desk.time.advance(600_000);
  return (await answered).orders;
};
const endpoints = () => desk.asked.map(({ endpoint }) => endpoint);

describe('an order lookup by id', () => {
  it.each([
    ['drop-ship', 16],
    ['boxes', 18],
    ['outbound', 11],
    ['inbound', 3],
  ] as const)('of kind %s requests only endpoint %i', async (kind, by) => {
    knows({ X1: [by, { Status: 'Odd' }] });
    const [order] = await look(['X1'], kind);
    expect(endpoints()).toEqual([by]);
    expect(order).toMatchObject({ by, asked: [by], fresh: true, why: null, entry: null });
    expect(order?.order?.statuses).toEqual([{ field: 'Status', value: 'Odd' }]);
  });

  it('of unknown kind tries one endpoint after the other until one knows the id', async () => {
    knows({ X1: [3, { ShipmentId: 'X1' }] });
    expect(await look(['X1'])).toMatchObject([{ by: 3, asked: [16, 18, 11, 3], fresh: true }]);
    expect(await look(['X2'])).toMatchObject([
      { by: null, asked: [16, 18, 11, 3], fresh: false, why: { params: { status: 404 } } },
    ]);
  });

  it('of an order of this desk tries the endpoint of its kind first', async () => {
    const id = desk.add(4, { ShipmentId: 'S1', WarehouseId: 'W1', ShippingType: 'Sea', Containers: [] });
    knows({ S1: [3, {}], P1: [18, { Status: 'Created' }] });
    desk.add(9, {
      WarehouseCode: 'F',
      ShipmentId: 'S',
      ReferenceId: 'R',
      PackageId: 'P1',
      Location: 'SZ',
      ServiceCode: 'S',
      ContainerInfos: [],
    });
    const [, fba] = await look(['S1', 'P1']);
    expect(fba).toMatchObject({ by: 18, asked: [18], entry: { endpoint: 9 } });
    expect(desk.asked[0]?.endpoint).toBe(3);
    expect(await look(['S1'], 'any', 'last')).toMatchObject([{ entry: { id, key: 'S1' } }]);
  });

  it('finds outbound orders although one id among them is unknown', async () => {
    const ids = Array.from({ length: 60 }, (_, at) => `P${at}`);
    knows(Object.fromEntries(ids.filter((id) => id !== 'P7').map((id) => [id, [11, { Weight: 0.1 }]])));
    const orders = await look(ids, 'outbound');
    expect(orders.filter(({ fresh: fresh }) => !fresh).map(({ id }) => id)).toEqual(['P7']);
    expect(desk.asked.length).toBeLessThan(20);
  });

  it('does not report an id as unknown if one endpoint failed', async () => {
    desk.service = ({ endpoint }) => (endpoint === 16 ? httpAnswer(500) : httpAnswer(404));
    expect(await look(['X1'])).toMatchObject([{ by: null, asked: [16, 18, 11, 3], why: { params: { status: 500 } } }]);
  });

  it('tries no further endpoint while the service is unreachable, and shows the stored record', async () => {
    knows({ X1: [16, { Status: 'Creating' }] });
    const [first] = await look(['X1']);
    desk.asked.splice(0);
    desk.service = () => neverSent();
    expect(await look(['X1'])).toMatchObject([
      { by: 16, at: first?.at, fresh: false, why: { kind: 'offline' }, order: { record: { Status: 'Creating' } } },
    ]);
    expect(endpoints()).toEqual([16]);
  });
});

describe('an order record', () => {
  const shown = async (by: 3 | 11 | 16 | 18, record: object) => {
    knows({ X1: [by, record] });
    const [order] = await look(['X1']);
    return order?.order;
  };

  it('has costs with exact totals per currency', async () => {
    const costs = [
      { Money: 0.1, Currency: 'USD', Type: 'None' },
      { Money: 0.2, Currency: 'USD', Remark: '<i>fuel</i>' },
      { Money: 3, Currency: 'EUR' },
      { Money: 'free', Currency: 'EUR' },
    ];
    expect(await shown(16, { ShippingCosts: costs })).toMatchObject({
      costTotals: [
        { Currency: 'USD', Amount: '0.3' },
        { Currency: 'EUR', Amount: '3' },
      ],
      costsUnread: 1,
      costs: [{}, { Remark: 'fuel' }, {}, { Money: null }],
    });
  });

  it('has weights as declared and as measured, under the field names of each kind', async () => {
    const drop = {
      WeightInit: 500,
      Weight: 512,
      ChargedWeight: 600,
      PackingInit: { Length: 10, Width: 5.5, Height: 1 },
    };
    expect((await shown(16, drop))?.weights).toMatchObject([
      { of: '', declared: '500', measured: '512', charged: '600', sizeDeclared: '10 × 5.5 × 1', sizeMeasured: '' },
    ]);
    const boxes = {
      ContainerInfos: [{ CustomContainerNo: '1', WeightInit: 1.1, Weight: 1.2, LengthInit: 3, Length: 4 }],
    };
    expect((await shown(18, boxes))?.weights).toMatchObject([
      { of: '1', declared: '1.1', measured: '1.2', sizeDeclared: '3 × ? × ?', sizeMeasured: '4 × ? × ?' },
    ]);
    const inbound = { Weight: 2, VerifyWeight: 2.5, Containers: [{ ContainerId: 'C1', Weight: 2 }] };
    expect((await shown(3, inbound))?.weights).toMatchObject([
      { declared: '2', measured: '2.5' },
      { of: 'C1', declared: '2' },
    ]);
  });

  it('has quantities, times and the reason of a failure', async () => {
    expect(
      await shown(3, {
        Skus: [{ Sku: 'A', Quantity: 5, ArrivalQuantity: 4, PutawayQuantity: 3 }],
        CreateTime: '2026-03-01T00:00:00Z',
        FinishedTime: '2026-03-02T00:00:00Z',
      }),
    ).toMatchObject({
      quantities: [{ Sku: 'A', Quantity: '5', ArrivalQuantity: '4', PutawayQuantity: '3' }],
      times: [{ field: 'CreateTime' }, { field: 'FinishedTime' }],
      failure: null,
    });
    expect(await shown(11, { UnShippedReason: { ReasonText: 'no stock' } })).toMatchObject({
      failure: { ReasonCode: '', ReasonText: 'no stock' },
    });
    expect(await shown(16, { CreateFailedReason: { ReasonCode: '' } })).toMatchObject({ failure: null });
  });

  it('has the events of an inbound order, newest first, and those of a SKU only if they differ', async () => {
    const way = [
      { Location: 'Madrid', Description: 'Put <b>away</b>', TrackingTime: '2026-03-02T10:00:00+01:00' },
      { Location: 'Ningbo', Description: 'Left', TrackingTime: '2026-03-01 08:00' },
    ];
    const lost = [{ Description: 'Missing', TrackingTime: 'last week' }];
    const order = await shown(3, {
      Trackings: way.toReversed(),
      Skus: [
        { Sku: 'A', Trackings: way },
        { Sku: 'B', Trackings: lost },
        { Sku: 'C' },
        { Sku: 'D', Trackings: 'none' },
      ],
    });
    expect(order?.timelines).toMatchObject([
      {
        Sku: '',
        checkpoints: [
          { Message: 'Put away', place: 'Madrid', instant: Date.UTC(2026, 2, 2, 9), zone: 'own' },
          { Message: 'Left', instant: Date.UTC(2026, 2, 1, 8), zone: 'assumed' },
        ],
      },
      { Sku: 'B', checkpoints: [{ Message: 'Missing', DateTime: 'last week', instant: null }] },
    ]);
  });

  it('with fields of unexpected type is shown without them, and they are reported', async () => {
    knows({ X1: [16, { Status: ['x'], ShippingCosts: 'none', PackingInit: 7, New: { a: 1 } }] });
    const [order] = await look(['X1'], 'drop-ship');
    expect(order).toMatchObject({ fresh: true, order: { statuses: [], costs: [], record: { New: { a: 1 } } } });
    expect(order?.unexpected.map(({ path }) => path)).toEqual(['$.PackingInit', '$.Status', '$.ShippingCosts']);
  });
});
