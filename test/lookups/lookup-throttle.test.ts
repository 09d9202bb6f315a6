import { LookupThrottle } from '../../electron/lookups/lookup-client.ts';
import { fakeTime } from '../support/fake-time.ts';
import { expect, it } from 'vitest';

it('lookups wait as long as the service asks for, plus up to half of that, so that desks do not return together', () => {
  const holds = [0, 0.5, 0.999999].map((chance) => {
    const time = fakeTime();
    const throttle = new LookupThrottle({ clock: time.clock, timer: time.timer, random: () => chance });
    throttle.recordResult({ kind: 'service', message: '', params: { status: 429, afterMs: 10_000 } });
    return throttle.heldMs();
  });
  expect(holds).toEqual([15_000, 12_500, 10_000]);
});
