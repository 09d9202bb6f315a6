/**
 * Runs `work` when the page has nothing to draw, at the latest after `withinMs`, however often it is called; after it rests for
 * `restMs`, and for as long as the work took many times over, so that work on a large form takes a small part of the time.
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
