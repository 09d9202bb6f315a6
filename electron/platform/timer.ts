/**
 * Runs `run` once after `ms` milliseconds; the returned function cancels it. Provided by the host, so that tests
 * control time.
 */
export interface Timer {
  after(ms: number, run: () => void): () => void;
}
