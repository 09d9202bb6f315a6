import { describe, expect, it } from 'vitest';
import { tellStory } from './kills/story.ts';

describe('a desk that is killed again and again', { timeout: 400_000 }, () => {
  // 1,000 kills, also with "always ask": npm run faults -- --kills 1000
  it('at any moment of import and delivery loses nothing and repeats nothing; a declaration that may have come twice bears its mark', async () => {
    const told = await tellStory({ seed: 10, kills: 8, orders: 40, alwaysAsk: false });
    const { lost, doubled, unmarked, falselyDone, notDone, changed } = told;
    expect([lost, doubled, unmarked, falselyDone, notDone, changed].flat()).toEqual([]);
    expect(told.saved).toBe(40);
    expect(told.kills).toBeGreaterThan(2);
  });
});
