/** Target for the time a slice blocks the desk (ms), as far as one transaction with its sync can be that short. */
const longestHoldMs = 8;
const maxAtOnce = 20;

/**
 * Writes rows in slices sized by the duration of earlier ones, so that each stays short. `monotonic`: a monotonic clock
 * (ms).
 */
export function shortHolds(monotonic: () => number) {
  let atOnce = maxAtOnce / 2;
  return {
    /** Removes one slice from `rows` and writes it. */
    next<T>(rows: T[], write: (some: T[]) => void): void {
      const began = monotonic();
      write(rows.splice(0, atOnce));
      const held = monotonic() - began;
      if (held > longestHoldMs) atOnce = Math.max(1, Math.floor(atOnce / 2));
      else if (held < longestHoldMs / 2) atOnce = Math.min(maxAtOnce, atOnce + 1);
    },
  };
}
