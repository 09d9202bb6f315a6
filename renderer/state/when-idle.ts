/**
 * Runs `work` when the page is idle, at the latest after `withinMs`, once for any number of calls. It then rests for
 * `restMs`, or 10 times as long as the work took if that is longer, so that work on a large form takes a small share of
 * the time.
 */
export function whenIdle(work: () => void, restMs: number, withinMs = restMs): () => void {
  let waiting = false;
  let restUntil = -Infinity;
  function run(): void {
    waiting = false;
    const from = performance.now();
    work();
    const now = performance.now();
    restUntil = now + Math.max(restMs, shareOfTime * (now - from));
  }
  return () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => requestIdleCallback(run, { timeout: withinMs }), Math.max(0, restUntil - performance.now()));
  };
}

const shareOfTime = 10;
