/** How long a program that ends waits for its print system (ms): a label that is being handed over comes out whole. */
const longestMs = 2000;

/**
 * What the print system of this machine was asked and has not answered. Each question takes a thread of Chromium's until then, and a print server may
 * never answer. `kill` ends the process at once.
 */
export function systemAnswers(after: (ms: number, run: () => void) => () => void, kill: () => void) {
  const unanswered = new Set<Promise<unknown>>();

  /** Answers as `asked` does. */
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
    /** The same, or null where it takes longer than so many ms. */
    within: <T>(asked: Promise<T>, ms: number): Promise<T | null> => inTime(of(asked), ms),
    /** Settles once all is answered, and a moment later at the latest. */
    async all(): Promise<void> {
      if (unanswered.size > 0) await inTime(Promise.allSettled(unanswered), longestMs);
    },
    /**
     * The last act of a program whose desk is closed. Chromium waits for its threads before a process ends: one that a silent print server holds would keep
     * it, with no window and with the lock that lets only one of it run, so that nobody could start the desk again.
     */
    end(): void {
      if (unanswered.size > 0) kill();
    },
  };
}
export type SystemAnswers = ReturnType<typeof systemAnswers>;
