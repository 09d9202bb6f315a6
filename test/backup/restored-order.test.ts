import { expect, it } from 'vitest';
import { label, loseAndRestore, openLostDesk, startCountedService } from './lost-desk.ts';

it('after a restore a declaration still waits for the order that it needs', { timeout: 120_000 }, async () => {
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
  // nothing has ever shown that the status of label orders tells of all of them, so a person is asked
  expect(await found.get(order)).toMatchObject({ state: 'unsure', asks: 'endpoint-unproven' });
  expect(await found.get(declaration)).toMatchObject({ state: 'queued', waitsFor: { for: 'entry', id: order } });
  expect(service.made()).toEqual([]);

  await found.desk.ask('entry.decide', { ...found.command(), id: order, decision: 'send-again', why: '' });
  await found.deliver(service.url);
  expect((await found.get(order)).state).toBe('done');
  expect((await found.get(declaration)).tries).toBeGreaterThan(0);
});
