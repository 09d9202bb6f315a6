import type { Exchange } from '../../electron/delivery/service/exchange.ts';
import { httpAnswer } from '../support/exchanges.ts';
import { labelCapture, skuCapture } from '../support/open-test-outbox.ts';
import { creatingRecord, createdRecord, notFoundAnswer } from '../support/order-service.ts';
import { openSyncDesk } from '../support/sync-desk.ts';
import { describe, expect, it, onTestFinished } from 'vitest';

describe('the report on failing endpoints', () => {
  it('names the failing endpoint, why, and how many entries wait, until it recovers', async () => {
    const desk = openSyncDesk();
    onTestFinished(() => desk.close());
    let answers = (): Exchange => httpAnswer(503);
    desk.service = async ({ endpoint, id }) =>
      endpoint === 15
        ? answers()
        : endpoint === 2
          ? creatingRecord(id)
          : id.startsWith('P')
            ? createdRecord(id)
            : notFoundAnswer;
    for (let n = 0; n < 12; n += 1) desk.add(skuCapture(`SKU-${n}`));
    desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.advance(3000);
    expect(desk.sync.status().troubledEndpoints).toEqual([{ endpoint: 15, why: 'fails', status: 503, waiting: 12 }]);
    expect(desk.statuses.at(-1)).toMatchObject({ troubledEndpoints: [{ endpoint: 15, waiting: 12 }] });
    // An entry that is being sent counts as waiting, too.
    let tried: number | undefined;
    answers = () => {
      tried ??= desk.sync.status().troubledEndpoints[0]?.waiting;
      return httpAnswer(503);
    };
    await desk.time.advance(30_000);
    expect(tried).toBe(12);
    answers = () => httpAnswer(201);
    await desk.time.advance(60_000);
    expect(desk.sync.status()).toMatchObject({ troubledEndpoints: [], idle: true });
    answers = () => httpAnswer(429, '', { retryAfterMs: 60_000 });
    desk.add(skuCapture('SKU-busy'));
    await desk.time.advance(1000);
    expect(desk.sync.status().troubledEndpoints).toEqual([{ endpoint: 15, why: 'busy', status: 429, waiting: 1 }]);
  });
});
