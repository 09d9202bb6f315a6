import type { Clock } from '../../electron/platform/clock.ts';
import type { Timer } from '../../electron/platform/timer.ts';

/** Time that passes only when a test advances it. Everything that becomes due then runs in order. */
export function fakeTime(startAt = Date.parse('2026-03-02T08:00:00Z')) {
  const pendingTimers = new Set<{ dueAt: number; run: () => void }>();
  let elapsedMs = 0;
  let clockShiftMs = 0;
  let quietTurns = 0;

  const timer: Timer = {
    after(ms, run) {
      const timerEntry = { dueAt: elapsedMs + Math.max(0, ms), run };
      pendingTimers.add(timerEntry);
      return () => pendingTimers.delete(timerEntry);
    },
  };
  // Monotonic clocks have fractions, which must not reach any row.
  const clock: Clock = { now: () => Math.round(startAt + elapsedMs + clockShiftMs), monotonic: () => elapsedMs + 0.25 };

  /** Lets promises run until nothing has happened for four turns of the event loop. */
  const settle = async (): Promise<void> => {
    for (quietTurns = 0; quietTurns < 4; quietTurns += 1) await new Promise((resolve) => setImmediate(resolve));
  };

  return {
    timer,
    clock,
    settle,
    /** Reports that something happened without time passing, so that `settle` waits longer. */
    extendSettling: () => void (quietTurns = -1),
    elapsed: () => elapsedMs,
    pendingTimers: () => pendingTimers.size,
    /** Sets the desk's clock as a user may; the monotonic clock is unaffected. */
    shiftClock: (ms: number) => void (clockShiftMs += ms),
    async advance(ms: number): Promise<void> {
      const targetMs = elapsedMs + ms;
      await settle();
      for (;;) {
        const nextTimer = [...pendingTimers].sort((a, b) => a.dueAt - b.dueAt)[0];
        if (!nextTimer || nextTimer.dueAt > targetMs) break;
        pendingTimers.delete(nextTimer);
        elapsedMs = Math.max(elapsedMs, nextTimer.dueAt);
        nextTimer.run();
        await settle();
      }
      elapsedMs = targetMs;
    },
  };
}
export type FakeTime = ReturnType<typeof fakeTime>;
