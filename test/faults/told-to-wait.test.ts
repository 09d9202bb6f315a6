import { describe, expect, it } from 'vitest';
import { openFaultyDesk, type FaultyDesk } from './desk.ts';

const waitMs = 6000;
/** When the first label order was turned away, when the next one came, and when the last other create did (ms of the service). */
async function timesOf(desk: FaultyDesk) {
  const creates = (await desk.service.arrived()).filter(
    ({ path, endpoint }) => endpoint > 0 && !path.includes('status'),
  );
  const turnedAway = creates.findIndex(({ fault }) => fault === 'says');
  const labels = creates.filter(({ endpoint, fault }) => endpoint === 2 && fault === null);
  const others = creates.filter(({ endpoint }) => [1, 4, 6, 8, 9, 10, 15].includes(endpoint));
  return {
    turnedAwayAt: creates[turnedAway]?.at ?? NaN,
    nextLabelAt: labels[0]?.at ?? NaN,
    lastOtherAt: others.at(-1)?.at ?? NaN,
  };
}

describe('a service that has too many requests (429)', { timeout: 240_000 }, () => {
  it.each([
    ['seconds', { headers: { 'retry-after': String(waitMs / 1000) } }],
    ['a date', { retryAtMs: waitMs }],
  ])(
    'and names %s to wait: that endpoint rests so long, the others go on, each order arrives once',
    async (_how, when) => {
      const tooMany = { kind: 'says', status: 429, takes: false, ...when } as const;
      const desk = await openFaultyDesk({ rules: [{ fault: tooMany, endpoints: [2], times: 1 }] });
      expect((await desk.deliver()).code).toBe(0);
      await desk.expectAllOnce();
      const { turnedAwayAt, nextLabelAt, lastOtherAt } = await timesOf(desk);
      expect(lastOtherAt).toBeLessThan(nextLabelAt);
      expect(nextLabelAt - turnedAwayAt).toBeGreaterThan(waitMs - 500);
    },
  );
});
