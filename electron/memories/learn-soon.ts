/** Long enough that one write teaches of many captures, short enough that the next parcel profits. */
const pauseMs = 250;

/** First and longest wait after a disk did not take what was learned (ms). */
const againFirstMs = 1000;
const againMostMs = 60_000;

/** Something that is learned bit by bit; answers whether there is more still. */
export interface Learning {
  some(): boolean;
}

/**
 * Learns a while after entries changed, some at a time, so that no capture waits for it. `after` runs once after that many ms.
 * What cannot be learned now is told to `onFault`, and tried again ever more rarely: the entries it is learned from are kept. While
 * `isHeldBack`, it waits.
 */
export function learnSoon(
  learning: readonly Learning[],
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
      const more = learning.map((one) => one.some());
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
