import { openFaultyDesk } from './desk.ts';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';

describe('a computer that sleeps during delivery', () => {
  it('wakes to closed connections, checks what was under way, and each order arrives once', async () => {
    const desk = await openFaultyDesk({ habits: { answersAfterMs: 150 } });
    const running = desk.start();
    await expect.poll(async () => (await desk.service.accounts()).length, { interval: 10 }).toBeGreaterThan(4);
    running.child.kill('SIGSTOP');
    // The service processes what is under way while nobody reads the answers; then the network drops the connections.
    await after(500);
    await desk.service.down();
    await desk.service.up();
    await after(500);
    running.child.kill('SIGCONT');
    expect((await running.result).code).toBe(0);
    await desk.expectAllOnce();
  });

  it('wakes without a network, resumes automatically when there is one, and each order arrives once', async () => {
    const desk = await openFaultyDesk({ habits: { answersAfterMs: 150 } });
    const running = desk.start();
    await expect.poll(async () => (await desk.service.accounts()).length, { interval: 10 }).toBeGreaterThan(4);
    running.child.kill('SIGSTOP');
    await desk.service.down();
    running.child.kill('SIGCONT');
    await after(1500);
    await desk.service.up();
    expect((await running.result).code).toBe(0);
    await desk.expectAllOnce();
  });
});
