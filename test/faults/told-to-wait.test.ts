import { openFaultyDesk, type FaultyDesk } from './desk.ts';
import { describe, expect, it } from 'vitest';

const waitMs = 6000;
/** By then (ms), requests under way when the answer came have arrived; there are at most as many as slots. */
const underWayMs = 1000;
const slots = 4;
/**
 * Time of the first refused label order, number of other label orders under way then, time of the next one (ms of the
 * service), and how many other creates did not wait for it.
 */
async function timesOf(desk: FaultyDesk) {
  const creates = (await desk.service.arrived()).filter(
    ({ path, endpoint }) => endpoint > 0 && !path.includes('status'),
  );
  const turnedAway = creates.findIndex(({ fault }) => fault === 'says');
  const labels = creates.filter(({ endpoint, fault }) => endpoint === 2 && fault === null);
  const others = creates.filter(({ endpoint }) => [1, 4, 6, 8, 9, 10, 15].includes(endpoint));
  const turnedAwayAt = creates[turnedAway]?.at ?? NaN;
  const [nextLabelAt = NaN] = labels.map(({ at }) => at).filter((at) => at > turnedAwayAt + underWayMs);
  return {
    turnedAwayAt,
    underWay: labels.filter(({ at }) => at <= turnedAwayAt + underWayMs).length,
    nextLabelAt,
    before: others.filter(({ at }) => at < nextLabelAt).length,
    others: others.length,
  };
}

describe('a service that has too many requests (429)', () => {
  it.each([
    ['seconds', { headers: { 'retry-after': String(waitMs / 1000) } }],
    ['a date', { retryAtMs: waitMs }],
  ])(
    'and names %s to wait: only that endpoint is paused, for that long, and each order arrives once',
    async (_how, when) => {
      const tooMany = { kind: 'says', status: 429, takes: false, ...when } as const;
      const desk = await openFaultyDesk({ rules: [{ fault: tooMany, endpoints: [2], times: 1 }] });
      expect((await desk.deliver()).code).toBe(0);
      await desk.expectAllOnce();
      const { turnedAwayAt, underWay, nextLabelAt, before, others } = await timesOf(desk);
      expect(underWay).toBeLessThan(slots);
      // All of them on an idle machine.
      expect(before).toBeGreaterThan(others / 2);
      expect(nextLabelAt - turnedAwayAt).toBeGreaterThan(waitMs - 500);
    },
  );
});
