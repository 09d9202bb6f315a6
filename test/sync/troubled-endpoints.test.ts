import type { Exchange } from '../../electron/delivery/service/exchange.ts';
import { answer } from '../support/exchanges.ts';
import { labelCapture, skuCapture } from '../support/open-test-outbox.ts';
import { creating, made, unknown } from '../support/order-service.ts';
import { openSyncDesk } from '../support/sync-desk.ts';
import { describe, expect, it, onTestFinished } from 'vitest';

describe('the report on failing endpoints', () => {
  it('names the failing endpoint, why, and how many entries wait, until it recovers', async () => {
    const desk = openSyncDesk();
    onTestFinished(() => desk.close());
    let answers = (): Exchange => answer(503);
    desk.service = async ({ endpoint, id }) =>
      endpoint === 15 ? answers() : endpoint === 2 ? creating(id) : id.startsWith('P') ? made(id) : unknown;
    for (let n = 0; n < 12; n += 1) desk.add(skuCapture(`SKU-${n}`));
    desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.pass(3000);
    expect(desk.sync.status().troubledEndpoints).toEqual([{ endpoint: 15, why: 'fails', status: 503, waiting: 12 }]);
    expect(desk.statuses.at(-1)).toMatchObject({ troubledEndpoints: [{ endpoint: 15, waiting: 12 }] });
    // An entry that is being sent counts as waiting, too.
    let tried: number | undefined;
    answers = () => {
      tried ??= desk.sync.status().troubledEndpoints[0]?.waiting;
      return answer(503);
    };
    await desk.time.pass(30_000);
    expect(tried).toBe(12);
    answers = () => answer(201);
    await desk.time.pass(60_000);
    expect(desk.sync.status()).toMatchObject({ troubledEndpoints: [], idle: true });
    answers = () => answer(429, '', { retryAfterMs: 60_000 });
    desk.add(skuCapture('SKU-busy'));
    await desk.time.pass(1000);
    expect(desk.sync.status().troubledEndpoints).toEqual([{ endpoint: 15, why: 'busy', status: 429, waiting: 1 }]);
  });
});
