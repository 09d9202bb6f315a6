/**
 * Throttles `work`: runs it at once if its last run has ended and began at least `restMs` ago, otherwise once as soon
 * as that is so, however often it is called. Runs never overlap.
 */
export function throttle(work: () => Promise<void>, restMs: number): () => void {
  let isResting = false;
  let isRequestedAgain = false;
  async function run(): Promise<void> {
    isResting = true;
    isRequestedAgain = false;
    const restPeriod = new Promise((resolve) => setTimeout(resolve, restMs));
    await work();
    await restPeriod;
    isResting = false;
    if (isRequestedAgain) void run();
  }
  return () => {
    if (isResting) isRequestedAgain = true;
    else void run();
  };
}

/**
 * Runs `work` once when the page is idle, at the latest after `withinMs`, however often it is called. It then rests for
 * `restMs`, or for `restFactor` times as long as the work took if that is longer, so that work on a large form takes a
 * small part of the time.
 */
export function runWhenIdle(work: () => void, restMs: number, withinMs = restMs): () => void {
  let isScheduled = false;
  let restUntil = -Infinity;
  function run(): void {
    isScheduled = false;
    const startedAt = performance.now();
    work();
    const endedAt = performance.now();
    restUntil = endedAt + Math.max(restMs, restFactor * (endedAt - startedAt));
  }
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(() => requestIdleCallback(run, { timeout: withinMs }), Math.max(0, restUntil - performance.now()));
  };
}

const restFactor = 10;
