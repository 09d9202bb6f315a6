/** Target for the time a slice blocks the desk (ms), as far as one transaction with its sync can be that short. */
const maxSliceMs = 8;
const maxSliceRows = 20;

/**
 * Writes rows in slices sized by the duration of earlier ones, so that each stays short. `monotonic`: a monotonic clock
 * (ms).
 */
export function adaptiveSlices(monotonic: () => number) {
  let sliceRows = maxSliceRows / 2;
  return {
    /** Removes one slice from `rows` and writes it. */
    writeNext<T>(rows: T[], write: (some: T[]) => void): void {
      const began = monotonic();
      write(rows.splice(0, sliceRows));
      const held = monotonic() - began;
      if (held > maxSliceMs) sliceRows = Math.max(1, Math.floor(sliceRows / 2));
      else if (held < maxSliceMs / 2) sliceRows = Math.min(maxSliceRows, sliceRows + 1);
    },
  };
}
