import { openFaultyDesk } from './desk.ts';
import type { Fault, Rule } from './service/faults.ts';
import { describe, expect, it } from 'vitest';

const mb = 1 << 20;
/** As in `connections-cut.test.ts`, one order of each kind is spared. */
const spared = '^(?!.*-(D2|L8)$)';
const wrongTypes = JSON.stringify({
  PackageId: ['O'],
  ShipmentId: {},
  CustomerOrderNo: [],
  SvcOrderId: true,
  SvcPackageId: { Id: 12 },
  Success: 'yes',
  Status: {},
  HandleStatus: [4],
  TrackingNumber: { Value: 'T' },
  CreateFailedReason: [],
  UnShippedReason: {},
  ShippingCosts: 'free',
  CreatedTime: false,
});

const says = (body: string, type = 'application/json'): Fault => ({
  kind: 'says',
  status: 'due',
  type,
  body,
  takes: true,
});
const page = '<!doctype html><title>Bad gateway</title><h1>Something went wrong</h1>';

describe('an order that was accepted, and answered with', () => {
  it.each<[string, Fault]>([
    ['nothing: it is checked where a record is documented, and arrives once', says('')],
    ['a page of HTML: delivery pauses, and it is checked and arrives once', says(page, 'text/html')],
    ['broken JSON: it is checked and arrives once', says('{"PackageId": "O0')],
    ['50 MB: only a part is read, and it is checked and arrives once', { kind: 'huge', bytes: 50 * mb, takes: true }],
  ])('%s', async (_what, fault) => {
    const desk = await openFaultyDesk({ rules: [{ fault, to: 'creates', keys: spared, timesEach: 1 }] });
    const { code, lines } = await desk.deliver();
    expect([code, lines.at(-1).summary.byState]).toMatchObject([0, { done: 20 }]);
    await desk.expectAllOnce();
    const again = (await desk.service.accounts()).filter(({ arrivals }) => arrivals > 1);
    expect(again.filter(({ endpoint }) => endpoint === 1 || endpoint === 2)).toEqual([]);
  });

  it('wrong types: only its acceptance is believed, and it arrives once', async () => {
    const desk = await openFaultyDesk({
      rules: [{ fault: says(wrongTypes), to: 'creates', endpoints: [1, 2, 4, 6, 9, 10], timesEach: 1 }],
    });
    expect((await desk.deliver()).code).toBe(0);
    await desk.expectAllOnce();
    const numbers = (await desk.rows()).filter(({ endpoint }) => endpoint === 2);
    expect(numbers.map((row) => row.trackingNumber)).toEqual(numbers.map(({ key }) => `T-${key}`));
  });
});

describe('a status check that is answered with', () => {
  it.each<[string, Fault]>([
    ['nothing', says('')],
    ['a page of HTML', says(page, 'text/html')],
    ['50 MB', { kind: 'huge', bytes: 50 * mb, takes: false }],
    ['wrong types', says(wrongTypes)],
  ])('%s decides nothing: it is repeated, and each order arrives once', async (_what, fault) => {
    const desk = await openFaultyDesk({ rules: [{ fault, to: 'reads', keys: '^O', timesEach: 1 }] });
    expect((await desk.deliver()).code).toBe(0);
    await desk.expectAllOnce();
  });

  it('404 shortly after the order was accepted leaves it accepted and does not send it again', async () => {
    const desk = await openFaultyDesk({ habits: { unseenMs: 1500 } });
    expect((await desk.deliver()).code).toBe(0);
    await desk.expectAllOnce();
    expect((await desk.service.accounts()).filter(({ arrivals }) => arrivals > 1)).toEqual([]);
  });

  it('404 shortly after a lost answer does not send the order again within the grace period', async () => {
    const lost: Rule = { fault: { kind: 'answer-lost' }, to: 'creates', keys: spared, timesEach: 1 };
    const desk = await openFaultyDesk({ rules: [lost], habits: { unseenMs: 2000 } });
    expect((await desk.deliver()).code).toBe(0);
    await desk.expectAllOnce();
  });
});
