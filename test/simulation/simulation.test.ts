import { addCoverage, readCoverage, type Coverage } from './coverage.ts';
import { firstDay } from './dwelling.ts';
import { planOf, type Plan } from './plan.ts';
import { tell, type Told } from './story.ts';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';

// A story is a day: seconds of processor time, and many more on a loaded machine.
vi.setConfig({ testTimeout: 600_000 });

const kept = join(import.meta.dirname, 'kept');
const keptStories = existsSync(kept) ? readdirSync(kept).filter((name) => name.endsWith('.json')) : [];
const shown = ({ broken, trace }: Told) => ({ broken, last: broken.length > 0 ? trace.slice(-60) : [] });
const coverage: Coverage = new Map();

describe('a simulated counter with faults, kills and people who decide truthfully', () => {
  it.each(Array.from({ length: 12 }, (_, index) => index + 1))(
    'story %i: nothing saved is lost, nothing takes effect twice, every entry is settled',
    async (seed) => {
      const told = await tell(planOf(seed));
      addCoverage(coverage, told.coverage);
      expect(shown(told)).toEqual({ broken: [], last: [] });
    },
  );

  it('meets no fault before a transition that the table declares impossible', () => {
    expect(readCoverage(coverage, 1).metThoughImpossible).toEqual([]);
  });

  it('replays a story byte for byte', async () => {
    const [first, second] = [await tell(planOf(firstDay + 5)), await tell(planOf(firstDay + 5))];
    expect(second.trace).toEqual(first.trace);
    expect(first.trace.length).toBeGreaterThan(100);
  });

  it('has days that add up, one by one and together, in a story of a week', async () => {
    const told = await tell(planOf(1036));
    expect(shown(told)).toEqual({ broken: [], last: [] });
    expect(told.days).toBe(8);
  });

  it.each(keptStories)('kept: %s ends well', async (name) => {
    const plan = JSON.parse(readFileSync(join(kept, name), 'utf8')) as Plan;
    expect(shown(await tell(plan))).toEqual({ broken: [], last: [] });
  });
});
