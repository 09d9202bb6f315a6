import type { Timer } from '../../electron/platform/timer.ts';

/** A timer that expires when the test calls `expireAll`, so that the speed of the machine does not matter. */
export function manualTimer(): { timer: Timer; expireAll: () => void } {
  const pendingRuns = new Set<() => void>();
  return {
    timer: {
      after(_ms, run) {
        pendingRuns.add(run);
        return () => void pendingRuns.delete(run);
      },
    },
    expireAll() {
      for (const run of [...pendingRuns]) {
        pendingRuns.delete(run);
        run();
      }
    },
  };
}
