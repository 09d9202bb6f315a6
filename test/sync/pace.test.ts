import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../shared/settings.ts';
import { backoffMs } from '../../electron/sync/backoff.ts';
import { Pace } from '../../electron/sync/pace.ts';

const pace = (concurrency = 8) =>
  new Pace(
    () => ({ ...defaultSettings, concurrency }),
    () => 0.999999,
  );

describe('the pace', () => {
  it('halves after bad answers and grows back by a lane a round', () => {
    const one = pace(8);
    one.bad('e1', 0, null);
    expect(one.lanes).toBe(4);
    one.bad('e1', 0, null);
    one.bad('e1', 0, null);
    one.bad('e1', 0, null);
    expect(one.lanes).toBe(1);
    const lanes = Array.from({ length: 40 }, () => (one.good(10), one.lanes));
    expect(lanes.slice(0, 3)).toEqual([2, 2, 2]);
    expect(lanes.at(-1)).toBe(8);
  });
  it('halves after a slow answer', () => {
    const one = pace(4);
    one.good(8000);
    expect(one.lanes).toBe(2);
  });
  it('rests after bad answers to three askers in a row, ever longer, at most half a minute', () => {
    const one = pace();
    const rest = () => {
      for (const asker of ['a', 'b', 'c']) one.bad(asker, 0, null);
      return one.restMs(0);
    };
    expect([rest(), rest(), rest(), rest(), rest(), rest(), rest()]).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ]);
    one.good(10);
    expect(rest()).toBe(1000);
    one.tryNow();
    expect(one.restMs(0)).toBe(0);
  });
  it('does not rest for the trouble of one asker', () => {
    const one = pace();
    for (let n = 0; n < 20; n += 1) one.bad('e1', 0, null);
    expect(one.restMs(0)).toBe(0);
  });
  it('rests as long as Retry-After says', () => {
    const one = pace();
    for (const asker of ['a', 'b', 'c']) one.bad(asker, 0, 12_000);
    expect(one.restMs(2000)).toBe(10_000);
  });
});

describe('backoff', () => {
  it('is exponential with full jitter, at most the longest wait', () => {
    const most = [1, 2, 3, 4, 9, 10, 1000].map((tries) => backoffMs(tries, defaultSettings, () => 0.9999999));
    expect(most).toEqual([1000, 2000, 4000, 8000, 256_000, 300_000, 300_000]);
    expect(backoffMs(5, defaultSettings, () => 0)).toBe(0);
    expect(backoffMs(5, defaultSettings, () => 0.25)).toBe(4000);
  });
});
