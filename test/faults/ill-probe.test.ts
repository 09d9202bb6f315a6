import { describe, expect, it } from 'vitest';
import { openFaultyDesk } from './desk.ts';

describe('a service of which one read and one create hang', () => {
  it('is no service out of reach: every other order arrives once, and the desk never waits for the illness to end', async () => {
    const silence = { kind: 'silence', takes: false } as const;
    const desk = await openFaultyDesk({
      rules: [
        { fault: silence, endpoints: [16] },
        { fault: silence, endpoints: [6] },
      ],
    });
    const running = desk.start({ timeout: 60, set: { requestTimeoutSeconds: 1, concurrency: 4 } });
    const others = desk.orders.filter(({ endpoint }) => endpoint !== 6);
    await expect
      .poll(async () => (await desk.service.accounts()).filter(({ effects }) => effects.length > 0).length, {
        timeout: 50_000,
        interval: 100,
      })
      .toBe(others.length);
    const accounts = await desk.service.accounts();
    expect(accounts.filter(({ endpoint }) => endpoint === 6).every(({ effects }) => effects.length === 0)).toBe(true);
    // what hung is well again, and all ends as it should
    await desk.service.set([], { madeAfterMs: 100 });
    await running.ended;
    expect((await desk.deliver()).code).toBe(0);
    await desk.expectAllOnce();
  });
});
