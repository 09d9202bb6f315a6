/** Minimum number of 404s before a lost order counts as not there. */
export const notFoundsNeeded = 3;

/**
 * Wait (ms) until the next check of a lost order, `elapsedMs` of running time after the loss: short at first, for an
 * order that was accepted after all; then at most a third of the grace period, with one check right after its end. Also
 * spreads out the 404s for a service that was unreachable throughout.
 */
export function statusCheckWaitMs(elapsedMs: number, graceMs: number, firstMs: number): number {
  const third = Math.ceil(graceMs / notFoundsNeeded);
  if (elapsedMs >= graceMs) return third;
  return Math.ceil(Math.min(Math.max(firstMs, elapsedMs), third, graceMs - elapsedMs));
}
