import { describe, expect, it } from 'vitest';
import { noWrongs } from './labels/count-job.ts';
import { tellLabelStory } from './labels/label-story.ts';

// the time-out is for what hangs: alone it takes less than two minutes, and on a machine with forty waiting for two cores seven
describe('500 labels through printers with all their faults at once', { timeout: 900_000 }, () => {
  // 10,000 and more: npm run faults -- --labels 10000
  it('by a desk that is killed are each on paper once, none sent twice by the desk itself, and the log says who answered what', async () => {
    const told = await tellLabelStory({ seed: 1, labels: 500, jobOf: 100, killOneIn: 80 });
    expect(told).toMatchObject(noWrongs());
    expect(told.jobs).toBe(5);
    for (const seen of [told.kills, told.asked, told.arrived - 500]) expect(seen).toBeGreaterThan(0);
  });
});
