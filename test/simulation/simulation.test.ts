import { describe, expect, it, vi } from 'vitest';
import { tell } from './story.ts';

// a story is a day: some seconds of a processor
vi.setConfig({ testTimeout: 180_000 });

describe('a counter through faults, kills and a person who decides truly', () => {
  it.each([1, 2, 3, 4])(
    'story %i: nothing saved is lost, nothing takes effect twice, everything ends',
    async (seed) => {
      const { broken, trace } = await tell(seed);
      expect({ broken, last: broken.length > 0 ? trace.slice(-60) : [] }).toEqual({ broken: [], last: [] });
    },
  );

  it('is the same to the byte where it is told again', async () => {
    const [first, second] = [await tell(5), await tell(5)];
    expect(second.trace).toEqual(first.trace);
    expect(first.trace.length).toBeGreaterThan(100);
  });
});
