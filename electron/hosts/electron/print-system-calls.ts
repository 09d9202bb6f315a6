/** Maximum wait for the print system on exit (ms), so that a label being handed over comes out complete. */
const exitTimeoutMs = 2000;

/**
 * Tracks pending requests to the machine's print system. Each blocks a Chromium thread, and a print server may never
 * answer. `kill` terminates the process immediately.
 */
export function trackPrintSystem(after: (ms: number, run: () => void) => () => void, kill: () => void) {
  const pending = new Set<Promise<unknown>>();

  /** Tracks a request; settles as it does. */
  async function track<T>(asked: Promise<T>): Promise<T> {
    pending.add(asked);
    try {
      return await asked;
    } finally {
      pending.delete(asked);
    }
  }

  function withTimeout<T>(asked: Promise<T>, ms: number): Promise<T | null> {
    const late = Promise.withResolvers<null>();
    const cancel = after(ms, () => late.resolve(null));
    return Promise.race([asked, late.promise]).finally(cancel);
  }

  return {
    of: track,
    /** Tracks a request; null if it takes longer than `ms`. */
    trackWithin: <T>(asked: Promise<T>, ms: number): Promise<T | null> => withTimeout(track(asked), ms),
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
