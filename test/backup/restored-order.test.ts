import { label, loseAndRestore, openLostDesk, startCountedService } from './lost-desk.ts';
import { expect, it } from 'vitest';

it('after a restore a declaration still waits for the order that it needs', async () => {
  const service = await startCountedService();
  const lost = await openLostDesk();
  const order = await lost.add(label('P1'));
  const declaration = await lost.add({
    endpoint: 7,
    body: {
      PackageId: 'P1',
      Weight: 100,
      Skus: [{ Sku: 'A', Quantity: 1, DeclareNameEn: 'Mug', DeclareValue: 1 }],
      ShipToAddress: { Country: 'ES' },
    },
  });
  const from = await lost.backup();

  const found = await loseAndRestore(lost, from);
  await found.deliver(service.url);
  // The status endpoint of label orders is unproven, so a person is asked.
  expect(await found.get(order)).toMatchObject({ state: 'unsure', asks: 'endpoint-unproven' });
  expect(await found.get(declaration)).toMatchObject({ state: 'queued', waitsFor: { for: 'entry', id: order } });
  expect(service.made()).toEqual([]);

  await found.desk.ask('entry.decide', { ...found.command(), id: order, decision: 'send-again', why: '' });
  await found.deliver(service.url);
  expect((await found.get(order)).state).toBe('done');
  expect((await found.get(declaration)).tries).toBeGreaterThan(0);
});

const size = { Weight: 300, Length: 10, Width: 10, Height: 10 };
const words = { ProductName: 'Mug', ProductDescription: 'A mug', DeclareName: 'Mug', DeclareValue: 3 };
const skuOrder = (Sku: string) => ({
  endpoint: 15 as const,
  body: { Sku, ...size, ...words, ProductFlag: 'Simple', ProductAttribute: 'GeneralCargo' },
});
const inboundOf = (ShipmentId: string, Sku: string) => ({
  endpoint: 4 as const,
  body: {
    ShipmentId,
    WarehouseId: 'W1',
    ShippingType: 'Sea',
    Containers: [{ CustomContainerNo: 'C1', Skus: [{ Sku, Quantity: 1 }] }],
  },
});

it('after a restore a changed order waits for what it needs now, and an order sent anyway waits for nothing', async () => {
  const lost = await openLostDesk();
  const sku = await lost.add(skuOrder('NEW'));
  const changed = await lost.add(inboundOf('IN-1', 'OTHER'));
  const anyway = await lost.add(inboundOf('IN-2', 'NEW'));
  const from = await lost.backup();
  const { desk, command } = lost;
  await desk.ask('entry.change', { ...command(), id: changed, request: inboundOf('IN-1', 'NEW') });
  await desk.ask('entry.sendAnyway', { ...command(), id: anyway });
  const needs = [[{ id: sku, waived: false }], [{ id: sku, waived: true }]];
  const needsOf = async (of: typeof lost.get) => [(await of(changed)).needs, (await of(anyway)).needs];
  expect(await needsOf(lost.get)).toMatchObject(needs);

  const found = await loseAndRestore(lost, from);
  expect(await needsOf(found.get)).toMatchObject(needs);
});
