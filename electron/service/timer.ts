/** Runs `run` once after `ms` milliseconds; calling the answer cancels it. Given by the host, so that a test decides time. */
export interface Timer {
  after(ms: number, run: () => void): () => void;
}
