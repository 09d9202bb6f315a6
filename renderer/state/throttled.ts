/**
 * Throttles `work`: runs it at once after `restMs` of rest, otherwise once at the end of the rest, for any number of
 * calls. Runs never overlap.
 */
export function throttled(work: () => Promise<void>, restMs: number): () => void {
  let resting = false;
  let again = false;
  async function run(): Promise<void> {
    resting = true;
    again = false;
    const rest = new Promise((done) => setTimeout(done, restMs));
    await work();
    await rest;
    resting = false;
    if (again) void run();
  }
  return () => {
    if (resting) again = true;
    else void run();
  };
}

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
