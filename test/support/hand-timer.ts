import type { Timer } from '../../electron/service/timer.ts';

/** A timer whose time is over when the test says so: how long a busy machine takes until then decides nothing. */
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
