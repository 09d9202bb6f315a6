/** Maximum wait for the print system on exit, so that a label being handed over is printed completely. */
const exitTimeoutMs = 2000;

/**
 * Tracks pending requests to the machine's print system. Each blocks a Chromium thread, and a print server may never
 * answer. `kill` terminates the process immediately.
 */
export function trackPrintSystem(after: (ms: number, run: () => void) => () => void, kill: () => void) {
  const pending = new Set<Promise<unknown>>();

  /** Tracks a request; resolves or rejects as the request does. */
  async function track<T>(request: Promise<T>): Promise<T> {
    pending.add(request);
    try {
      return await request;
    } finally {
      pending.delete(request);
    }
  }

  function withTimeout<T>(request: Promise<T>, ms: number): Promise<T | null> {
    const timeout = Promise.withResolvers<null>();
    const cancel = after(ms, () => timeout.resolve(null));
    return Promise.race([request, timeout.promise]).finally(cancel);
  }

  return {
    track: track,
    /** Tracks a request; null if it takes longer than `ms`. */
    trackWithin: <T>(request: Promise<T>, ms: number): Promise<T | null> => withTimeout(track(request), ms),
    /** Settles when all requests have, or after a timeout. */
    async settled(): Promise<void> {
      if (pending.size > 0) await withTimeout(Promise.allSettled(pending), exitTimeoutMs);
    },
    /**
     * Last step of a program whose desk is closed. Chromium waits for its threads before the process exits: one blocked
     * by a silent print server would keep the process alive without a window, holding the single-instance lock, so that
     * the desk could not be started again.
     */
    killIfPending(): void {
      if (pending.size > 0) kill();
    },
  };
}
export type PrintSystemCalls = ReturnType<typeof trackPrintSystem>;
