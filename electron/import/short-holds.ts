/** A slice holds the desk no longer than this (ms), as far as one transaction with its sync can be that short. */
const longestHoldMs = 8;
const maxAtOnce = 20;

/** Writes rows in slices, each as large as the ones before let expect that it is short. `monotonic`: a clock that only runs forward (ms). */
export function shortHolds(monotonic: () => number) {
  let atOnce = maxAtOnce / 2;
  return {
    /** Takes as many of `rows` as one slice may have out of them, and writes them. */
    next<T>(rows: T[], write: (some: T[]) => void): void {
      const began = monotonic();
      write(rows.splice(0, atOnce));
      const held = monotonic() - began;
      if (held > longestHoldMs) atOnce = Math.max(1, Math.floor(atOnce / 2));
      else if (held < longestHoldMs / 2) atOnce = Math.min(maxAtOnce, atOnce + 1);
    },
  };
}
