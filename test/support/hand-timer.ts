import type { Timer } from '../../electron/platform/timer.ts';

/** A timer that expires when the test says so, so that the speed of the machine does not matter. */
export function handTimer(): { timer: Timer; over: () => void } {
  const waiting = new Set<() => void>();
  return {
    timer: {
      after(_ms, run) {
        waiting.add(run);
        return () => void waiting.delete(run);
      },
    },
    over() {
      for (const run of [...waiting]) {
        waiting.delete(run);
        run();
      }
    },
  };
}
