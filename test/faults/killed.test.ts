import { describe, expect, it } from 'vitest';
import { tellStory } from './kills/story.ts';

describe('a desk that is killed again and again', { timeout: 400_000 }, () => {
  // 1,000 kills: npm run faults -- --kills 1000
  it.each([
    ['loses nothing and repeats nothing; a declaration that may have come twice bears its mark', false],
    ['where a person is always asked: not even a declaration takes effect twice', true],
  ])('at any moment of import and delivery %s', async (_what, alwaysAsk) => {
    const told = await tellStory({ seed: alwaysAsk ? 11 : 10, kills: 6, orders: 40, alwaysAsk });
    const { lost, doubled, unmarked, falselyDone, notDone, changed, declarationsDoubled } = told;
    expect([lost, doubled, unmarked, falselyDone, notDone, changed].flat()).toEqual([]);
    if (alwaysAsk) expect(declarationsDoubled).toEqual([]);
    expect(told.saved).toBe(40);
    expect(told.kills).toBeGreaterThan(2);
  });
});
