import type { Clock } from '../../electron/platform/clock.ts';
import type { Timer } from '../../electron/platform/timer.ts';

/** Real time, for tests over real sockets. */
export const realTimer: Timer = {
  after(ms, run) {
    const timeout = setTimeout(run, ms);
    return () => clearTimeout(timeout);
  },
};
export const realClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
