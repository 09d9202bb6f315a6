/**
 * Runs `work` at once when it rested for `restMs`, otherwise once at the end of the rest, however often it is called. A run
 * never starts before the last one ended.
 */
export function soon(work: () => Promise<void>, restMs: number): () => void {
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
