/** Long enough that one write covers many captures, short enough to help with the next parcel (ms). */
const pauseMs = 250;

/** First and longest wait after the disk refused a write (ms). */
const againFirstMs = 1000;
const againMostMs = 60_000;

/** Incremental background work; returns whether there is more. */
export interface IdleTask {
  processBatch(): boolean;
}

/**
 * Learns shortly after entries change, in batches, so that no capture waits for it. `after` runs a callback after that
 * many ms. Failures are reported to `onFault` and retried with backoff: the source entries stay stored. Waits while
 * `isHeldBack`.
 */
export function scheduleIdleTasks(
  learning: readonly IdleTask[],
  after: (ms: number, run: () => void) => () => void,
  onFault: (error: unknown) => void,
  isHeldBack: () => boolean = () => false,
) {
  let cancel: (() => void) | null = null;
  let closed = false;
  let againMs = againFirstMs;
  const run = (): void => {
    cancel = null;
    if (isHeldBack()) return wake();
    try {
      const more = learning.map((one) => one.processBatch());
      againMs = againFirstMs;
      if (more.includes(true)) wake(1);
    } catch (error) {
      onFault(error);
      wake(againMs);
      againMs = Math.min(againMs * 2, againMostMs);
    }
  };
  function wake(ms = pauseMs): void {
    if (!closed) cancel ??= after(ms, run);
  }
  return {
    wake: (): void => wake(),
    close(): void {
      closed = true;
      cancel?.();
    },
  };
}
