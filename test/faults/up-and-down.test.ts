import { openFaultyDesk } from './desk.ts';
import { mixedOrders } from './orders.ts';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';

// Runs three times as fast as the title says; the desk's waits grow with the length of an outage, so the effect is the
// same.
const quicker = 3;
const [upMs, downMs] = [2000 / quicker, 20_000 / quicker];

describe('a service that is up for 2 s and down for 20 s, again and again', { timeout: 400_000 }, () => {
  it("is used while it is up, and every order arrives once without anybody's help", async () => {
    const desk = await openFaultyDesk({ orders: mixedOrders(20), habits: { answersAfterMs: 400 / quicker } });
    const running = desk.start({ set: { backoffMostSeconds: 300 } });
    const over = new AbortController();
    void running.result.then(() => over.abort());
    await expect.poll(async () => (await desk.service.arrived()).length, { interval: 20 }).toBeGreaterThan(0);
    let outages = 0;
    while (!over.signal.aborted) {
      await after(upMs, null, { signal: over.signal }).catch(() => null);
      if (over.signal.aborted) break;
      await desk.service.down();
      outages += 1;
      await after(downMs, null, { signal: over.signal }).catch(() => null);
      await desk.service.up();
    }
    expect((await running.result).code).toBe(0);
    expect(outages).toBeGreaterThan(0);
    await desk.expectAllOnce();
  });
});
