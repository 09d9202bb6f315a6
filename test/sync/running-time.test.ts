import { RunningTime } from '../../electron/delivery/sync/running-time.ts';
import { describe, expect, it } from 'vitest';

function running(keptMs = 0) {
  let monotonic = 1000.5;
  let kept = keptMs;
  const disk = { full: false };
  const writes: number[] = [];
  const outbox = {
    runningMs: () => kept,
    addRunningMs: (ms: number) => {
      if (disk.full) throw new Error('disk full');
      writes.push(ms);
      kept += ms;
    },
  };
  const time = new RunningTime(outbox, { now: () => 0, monotonic: () => monotonic });
  return { time, writes, disk, kept: () => kept, pass: (ms: number) => void (monotonic += ms) };
}

describe('running time', () => {
  it('continues from the stored value, in whole milliseconds', () => {
    const { time, pass } = running(5000);
    pass(10.7);
    expect(time.tick()).toBe(5010);
    pass(10.7);
    expect(time.tick()).toBe(5021);
  });
  it('does not count the time a computer slept', () => {
    const { time, pass } = running();
    pass(8 * 3600_000);
    expect(time.tick()).toBe(60_000);
  });
  it('is written once a minute, and at the end', () => {
    const { time, writes, kept, pass } = running();
    for (let n = 0; n < 100; n += 1) {
      pass(1000);
      time.tick();
      time.writeIfDue();
    }
    expect(writes).toEqual([60_000]);
    time.write();
    expect(kept()).toBe(100_000);
    time.write();
    expect(writes).toHaveLength(2);
  });
  it('loses nothing that the disk rejects, retries a minute later, and stays readable meanwhile', () => {
    const { time, writes, disk, kept, pass } = running();
    disk.full = true;
    pass(60_000);
    expect(time.tick()).toBe(60_000);
    expect(() => time.writeIfDue()).toThrow('disk full');
    pass(30_000);
    expect(time.tick()).toBe(90_000);
    expect(() => time.writeIfDue()).not.toThrow();
    disk.full = false;
    pass(30_000);
    time.tick();
    time.writeIfDue();
    expect(writes).toEqual([120_000]);
    expect([kept(), time.tick()]).toEqual([120_000, 120_000]);
  });
});
