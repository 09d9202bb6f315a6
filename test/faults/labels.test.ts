import { noWrongs } from './labels/count-job.ts';
import { tellLabelStory } from './labels/label-story.ts';
import { describe, expect, it } from 'vitest';

// The limit is for hangs: alone the test takes less than two minutes, and seven on a machine where forty processes
// compete for two cores.
describe('500 labels on printers with all faults at once', { timeout: 900_000 }, () => {
  // For 10,000 and more: npm run faults -- --labels 10000
  it('from a desk that is killed are each printed once, none sent twice without a person, and the log shows who answered what', async () => {
    const told = await tellLabelStory({ seed: 1, labels: 500, jobOf: 100, killOneIn: 80 });
    expect(told).toMatchObject(noWrongs());
    expect(told.jobs).toBe(5);
    for (const seen of [told.kills, told.asked, told.arrived - 500]) expect(seen).toBeGreaterThan(0);
  });
});
