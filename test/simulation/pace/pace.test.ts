import { desksOnOneAccount } from './desks-on-one-account.ts';
import { limitRules, type LimitRuleName } from './rate-limited-service.ts';
import { describe, expect, it } from 'vitest';

const rules = Object.keys(limitRules) as LimitRuleName[];

describe('thirty desks on one account that do not know of each other', () => {
  // A higher limit is learned in less time.
  const limits = [
    [10, 600],
    [100, 240],
  ] as const;
  const accounts = limits.flatMap(([perSecond, seconds]) => rules.map((rule) => ({ perSecond, seconds, rule })));
  it.each(accounts)('use most of $perSecond requests a second and are rarely refused: $rule', async (account) => {
    const { used, refusedPerSuccess, quietWait } = await desksOnOneAccount({ ...account, desks: 30, seed: 1 });
    expect(used).toBeGreaterThanOrEqual(0.55);
    expect(refusedPerSuccess).toBeLessThanOrEqual(0.1);
    // Half of the orders of quiet counters are sent at once.
    expect(quietWait.half).toBeLessThan(1);
  });
});
