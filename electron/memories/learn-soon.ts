/** Long enough that one write teaches of many captures, short enough that the next parcel profits. */
const pauseMs = 250;

/** Something that is learned bit by bit; answers whether there is more still. */
export interface Learning {
  some(): boolean;
}

/** Learns a while after entries changed, some at a time, so that no capture waits for it. `after` runs once after that many ms. */
export function learnSoon(learning: readonly Learning[], after: (ms: number, run: () => void) => () => void) {
  let cancel: (() => void) | null = null;
  let closed = false;
  const run = (): void => {
    cancel = null;
    const more = learning.map((one) => one.some());
    if (more.includes(true)) wake(1);
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
