import { openFaultyDesk } from './desk.ts';
import { describe, expect, it } from 'vitest';

const secret = { old: 'K-old-7f3a9c', fresh: 'K-fresh-81d2e0' };
const withSecret = (value: string) => ({ env: { PARCEL_DESK_HEADER: `X-Key: ${value}` } });

describe('a secret that is rejected (401) during delivery', () => {
  it('stops delivery at once without refusing any order; with the right secret everything arrives once', async () => {
    const desk = await openFaultyDesk();
    const running = desk.start(withSecret(secret.old));
    await expect.poll(async () => (await desk.service.accounts()).length, { interval: 10 }).toBeGreaterThan(3);
    const body = '{"Message":"The key has expired"}';
    await desk.service.set([{ fault: { kind: 'says', status: 401, body, takes: false } }], { madeAfterMs: 100 });
    const refusedOnes = async () => (await desk.service.arrived()).filter(({ fault }) => fault === 'says').length;
    await expect.poll(refusedOnes).toBeGreaterThan(0);
    // Requests under way at the first rejection are rejected too; after that there is one check every five minutes.
    await expect.poll(async () => (await desk.rows()).some(({ state }) => state === 'sending')).toBe(false);
    expect(await refusedOnes()).toBeLessThanOrEqual(4);
    running.child.kill('SIGTERM');
    const stopped = await running.result;
    expect(stopped.lines.at(-1).summary).toMatchObject({ connection: 'paused', byState: { refused: 0 } });

    await desk.service.set([], { madeAfterMs: 100 });
    const delivered = await desk.deliver(withSecret(secret.fresh));
    expect(delivered.code).toBe(0);
    await desk.expectAllOnce();
    for (const { stdout, stderr } of [stopped, delivered])
      for (const value of Object.values(secret)) expect(stdout + stderr).not.toContain(value);
  });
});
