import type { Clock } from '../../electron/platform/clock.ts';
import type { Timer } from '../../electron/platform/timer.ts';

/** Time that passes only when a test advances it, and runs everything that is due in order. */
export function fakeTime(startAt = Date.parse('2026-03-02T08:00:00Z')) {
  const waiting = new Set<{ at: number; run: () => void }>();
  let elapsed = 0;
  let shifted = 0;
  let quiet = 0;

  const timer: Timer = {
    after(ms, run) {
      const one = { at: elapsed + Math.max(0, ms), run };
      waiting.add(one);
      return () => waiting.delete(one);
    },
  };
  // A monotonic clock has fractions, and they must not reach any row.
  const clock: Clock = { now: () => Math.round(startAt + elapsed + shifted), monotonic: () => elapsed + 0.25 };

  /** Lets promises run until nothing has happened for four turns of the event loop. */
  const settle = async (): Promise<void> => {
    for (quiet = 0; quiet < 4; quiet += 1) await new Promise((resolve) => setImmediate(resolve));
  };

  return {
    timer,
    clock,
    settle,
    /** Reports that something happened without time passing, so that `settle` waits longer. */
    stir: () => void (quiet = -1),
    elapsed: () => elapsed,
    pendingTimers: () => waiting.size,
    /** Sets the desk's clock as a user may; the monotonic clock is unaffected. */
    setClockBy: (ms: number) => void (shifted += ms),
    async pass(ms: number): Promise<void> {
      const until = elapsed + ms;
      await settle();
      for (;;) {
        const next = [...waiting].sort((a, b) => a.at - b.at)[0];
        if (!next || next.at > until) break;
        waiting.delete(next);
        elapsed = Math.max(elapsed, next.at);
        next.run();
        await settle();
      }
      elapsed = until;
    },
  };
}
export type FakeTime = ReturnType<typeof fakeTime>;
