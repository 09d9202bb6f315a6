/** Between two slices of one import (ms), at most. */
const withinMs = 500;
/** What can wait does so for this long (ms), at most: the search compares what it has not taken in yet one by one. */
export const heldBackMs = 10_000;

/**
 * Whether rows of a file are being written just now: they take half of the desk's own thread, and what can wait would hold up a capture beside
 * them. `monotonic`: a clock that only runs forward (ms).
 */
export function ongoingImport(monotonic: () => number) {
  let began = -Infinity;
  let last = -Infinity;
  return {
    /** Rows were written. */
    wrote(): void {
      const now = monotonic();
      if (now - last > withinMs) began = now;
      last = now;
    },
    /** For the first while of an import. */
    holdsBack(): boolean {
      const now = monotonic();
      return now - last <= withinMs && now - began < heldBackMs;
    },
  };
}
export type OngoingImport = ReturnType<typeof ongoingImport>;
