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
