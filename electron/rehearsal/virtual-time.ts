import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Timer } from '../service/timer.ts';
import type { Clock } from '../sync/clock.ts';

/** Event-loop turns without activity before time advances: a write is deferred by one turn, an answer by another. */
const quietTurns = 4;

/** Time that advances as soon as no work is left, so that the waits of a day take no longer than their work. */
export function createVirtualTime(startAt: number) {
  const timers = new Set<{ at: number; run: () => void }>();
  let elapsed = 0;
  let quietCount = 0;

  async function settle(): Promise<void> {
    for (quietCount = 0; quietCount < quietTurns; quietCount += 1) await nextTurn();
  }

  const timer: Timer = {
    after(ms, run) {
      const one = { at: elapsed + Math.max(0, ms), run };
      timers.add(one);
      return () => timers.delete(one);
    },
  };
  const clock: Clock = { now: () => Math.round(startAt + elapsed), monotonic: () => elapsed };
  return {
    timer,
    clock,
    /** reports activity, after which more may follow */
    reportActivity: () => void (quietCount = -1),
    elapsed: () => elapsed,
    /** Advances to the next timer and runs it; false if there is none. */
    async runNextTimer(): Promise<boolean> {
      await settle();
      let next: { at: number; run: () => void } | undefined;
      for (const one of timers) if (next === undefined || one.at < next.at) next = one;
      if (next === undefined) return false;
      timers.delete(next);
      elapsed = Math.max(elapsed, next.at);
      next.run();
      await settle();
      return true;
    },
  };
}
