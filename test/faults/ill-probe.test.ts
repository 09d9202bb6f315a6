import { openFaultyDesk } from './desk.ts';
import { describe, expect, it } from 'vitest';

describe('a service where one status endpoint and one create hang', () => {
  it('does not count as unreachable: every other order arrives once while they hang', async () => {
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
    // When the endpoints work again, the other orders arrive too.
    await desk.service.set([], { madeAfterMs: 100 });
    await running.result;
    expect((await desk.deliver()).code).toBe(0);
    await desk.expectAllOnce();
  });
});
