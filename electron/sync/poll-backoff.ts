const firstMs = 100;
const longestMs = 5000;

/** Waits while something is due that cannot be taken yet: twice as long with each look that found nothing to begin. */
export class PollBackoff {
  #ms = firstMs;

  /** Something has changed. */
  reset(): void {
    this.#ms = firstMs;
  }

  next(): number {
    const ms = this.#ms;
    this.#ms = Math.min(2 * ms, longestMs);
    return ms;
  }
}
