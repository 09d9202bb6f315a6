import { openFaultyDesk } from './desk.ts';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const dayMs = 86_400_000;
const program = fileURLToPath(new URL('./set-clock.ts', import.meta.url));
const spared = '^(?!.*-(D2|L8)$)';

describe('a clock that is set while the desk delivers', () => {
  it.each([
    ['set back a day: nothing waits for that day to pass again', -dayMs],
    ['set forward a week: a grace period counts real time, and nothing is sent again early', 7 * dayMs],
  ])('%s, and each order arrives once', async (_what, byMs) => {
    const desk = await openFaultyDesk({
      rules: [{ fault: { kind: 'late', ms: 1000, upToMs: 4000 }, to: 'creates', keys: spared, timesEach: 1 }],
    });
    const clock = `${desk.folder}.clock`;
    writeFileSync(clock, '0');
    const env = { FAULTS_CLOCK: clock, NODE_OPTIONS: `--import=${program}` };
    const running = desk.start({ env, set: { graceSeconds: 5 } });
    const late = async () => (await desk.service.arrived()).filter(({ fault }) => fault === 'late').length;
    await expect.poll(late, { interval: 20 }).toBeGreaterThan(5);
    writeFileSync(clock, String(byMs));
    const { code, stderr } = await running.result;
    expect(code, stderr).toBe(0);
    await desk.expectAllOnce();
    const sentAgain = (await desk.service.accounts()).filter(({ endpoint, arrivals }) => endpoint < 3 && arrivals > 1);
    expect(sentAgain).toEqual([]);
  });
});
