import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Timer } from '../service/timer.ts';
import type { Clock } from '../sync/clock.ts';

/** Turns in which nothing happens before time goes on: a write is put off by one, an answer by another. */
const quietTurns = 4;

/** Time that goes on as soon as nothing is left to do now, so that the waits of a day take no longer than their work. */
export function virtualTime(startAt: number) {
  const waiting = new Set<{ at: number; run: () => void }>();
  let elapsed = 0;
  let quiet = 0;

  async function settle(): Promise<void> {
    for (quiet = 0; quiet < quietTurns; quiet += 1) await nextTurn();
  }

  const timer: Timer = {
    after(ms, run) {
      const one = { at: elapsed + Math.max(0, ms), run };
      waiting.add(one);
      return () => waiting.delete(one);
    },
  };
  const clock: Clock = { now: () => Math.round(startAt + elapsed), monotonic: () => elapsed };
  return {
    timer,
    clock,
    /** something happens now, and more may follow */
    stir: () => void (quiet = -1),
    elapsed: () => elapsed,
    /** Lets time go on to the next thing that waits for it; false where nothing does. */
    async step(): Promise<boolean> {
      await settle();
      let next: { at: number; run: () => void } | undefined;
      for (const one of waiting) if (next === undefined || one.at < next.at) next = one;
      if (next === undefined) return false;
      waiting.delete(next);
      elapsed = Math.max(elapsed, next.at);
      next.run();
      await settle();
      return true;
    },
  };
}
