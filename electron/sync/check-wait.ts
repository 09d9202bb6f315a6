/** A lost order counts as not there after this many 404s at least. */
export const absencesNeeded = 3;

/**
 * Wait (ms) until the next check of a lost order, `elapsedMs` of running time after the loss: soon at first, for what was
 * taken after all; then at most a third of the grace period apart, and once right after its end. What was out of reach all
 * that time still gets its 404s spread out.
 */
export function checkWaitMs(elapsedMs: number, graceMs: number, firstMs: number): number {
  const third = Math.ceil(graceMs / absencesNeeded);
  if (elapsedMs >= graceMs) return third;
  return Math.ceil(Math.min(Math.max(firstMs, elapsedMs), third, graceMs - elapsedMs));
}
