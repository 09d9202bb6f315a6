import type { LearnEntries } from './learn-entries.ts';

/** Long enough that one write teaches of many captures, short enough that the next parcel profits. */
const pauseMs = 250;

/** Learns a while after entries changed, some at a time, so that no capture waits for it. `after` runs once after that many ms. */
export function learnSoon(learning: LearnEntries, after: (ms: number, run: () => void) => () => void) {
  let cancel: (() => void) | null = null;
  let closed = false;
  const run = (): void => {
    cancel = null;
    if (learning.some()) wake(1);
  };
  function wake(ms = pauseMs): void {
    if (!closed) cancel ??= after(ms, run);
  }
  return {
    wake: (): void => wake(),
    close(): void {
      closed = true;
      cancel?.();
    },
  };
}
