/** Maximum time between two slices of one import (ms). */
const maxSliceGapMs = 500;
/** Maximum delay of background work (ms): until it is done, search compares new entries one by one. */
export const maxHoldBackMs = 10_000;

/**
 * Whether rows of a file are being written: that takes half of the desk's own thread, and background work at the same
 * time would delay captures. `monotonic`: a monotonic clock (ms).
 */
export function ongoingImport(monotonic: () => number) {
  let began = -Infinity;
  let last = -Infinity;
  return {
    /** Records that rows were written. */
    wrote(): void {
      const now = monotonic();
      if (now - last > maxSliceGapMs) began = now;
      last = now;
    },
    /** Whether background work should wait: during the first part of an import. */
    shouldWait(): boolean {
      const now = monotonic();
      return now - last <= maxSliceGapMs && now - began < maxHoldBackMs;
    },
  };
}
export type OngoingImport = ReturnType<typeof ongoingImport>;
