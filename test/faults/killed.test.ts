import { tellStory } from './kills/story.ts';
import { describe, expect, it } from 'vitest';

describe('a desk that is killed again and again', { timeout: 400_000 }, () => {
  // For 1,000 kills, with "always ask" as well: npm run faults -- --kills 1000
  it('during import and delivery loses nothing and repeats nothing, and marks declarations that may have arrived twice', async () => {
    const told = await tellStory({ seed: 10, kills: 8, orders: 40, alwaysAsk: false });
    const { lost, doubled, unmarked, falselyDone, notDone, changed } = told;
    expect([lost, doubled, unmarked, falselyDone, notDone, changed].flat()).toEqual([]);
    expect(told.saved).toBe(40);
    expect(told.kills).toBeGreaterThan(2);
  });
});
