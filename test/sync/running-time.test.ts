import { describe, expect, it } from 'vitest';
import { RunningTime } from '../../electron/sync/running-time.ts';

function running(keptMs = 0) {
  let monotonic = 1000.5;
  let kept = keptMs;
  const writes: number[] = [];
  const outbox = {
    runningMs: () => kept,
    addRunningMs: (ms: number) => {
      writes.push(ms);
      kept += ms;
    },
  };
  const time = new RunningTime(outbox, { now: () => 0, monotonic: () => monotonic });
  return { time, writes, kept: () => kept, pass: (ms: number) => void (monotonic += ms) };
}

describe('running time', () => {
  it('goes on from what was kept, in whole milliseconds', () => {
    const { time, pass } = running(5000);
    pass(10.7);
    expect(time.tick()).toBe(5010);
    pass(10.7);
    expect(time.tick()).toBe(5021);
  });
  it('does not count a computer that slept', () => {
    const { time, pass } = running();
    pass(8 * 3600_000);
    expect(time.tick()).toBe(60_000);
  });
  it('is written seldom, and at the end', () => {
    const { time, writes, kept, pass } = running();
    for (let n = 0; n < 100; n += 1) {
      pass(1000);
      time.tick();
    }
    expect(writes).toEqual([60_000]);
    time.write();
    expect(kept()).toBe(100_000);
    time.write();
    expect(writes).toHaveLength(2);
  });
});
