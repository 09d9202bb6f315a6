/** Maximum wait for the print system on exit (ms), so that a label being handed over comes out complete. */
const longestMs = 2000;

/**
 * Tracks pending requests to the machine's print system. Each blocks a Chromium thread, and a print server may never
 * answer. `kill` terminates the process immediately.
 */
export function systemAnswers(after: (ms: number, run: () => void) => () => void, kill: () => void) {
  const unanswered = new Set<Promise<unknown>>();

  /** Tracks a request; settles as it does. */
  async function of<T>(asked: Promise<T>): Promise<T> {
    unanswered.add(asked);
    try {
      return await asked;
    } finally {
      unanswered.delete(asked);
    }
  }

  function inTime<T>(asked: Promise<T>, ms: number): Promise<T | null> {
    const late = Promise.withResolvers<null>();
    const cancel = after(ms, () => late.resolve(null));
    return Promise.race([asked, late.promise]).finally(cancel);
  }

  return {
    of,
    /** Tracks a request; null if it takes longer than `ms`. */
    within: <T>(asked: Promise<T>, ms: number): Promise<T | null> => inTime(of(asked), ms),
    /** Settles when all requests have, or after a timeout. */
    async all(): Promise<void> {
      if (unanswered.size > 0) await inTime(Promise.allSettled(unanswered), longestMs);
    },
    /**
     * Last step of a program whose desk is closed. Chromium waits for its threads before the process exits: one blocked
     * by a silent print server would keep the process alive without a window, holding the single-instance lock, so that
     * the desk could not be started again.
     */
    end(): void {
      if (unanswered.size > 0) kill();
    },
  };
}
export type SystemAnswers = ReturnType<typeof systemAnswers>;
