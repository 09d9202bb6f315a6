/** The desk's clock, updated once a second so that all countdowns and ages change together. */
class Clock {
  now = $state(Date.now());
  #offsetMs = 0;

  /** Sets the clock to the desk's time (ms), which counts if the clocks of desk and screen differ. */
  syncTo(deskNow: number): void {
    this.#offsetMs = deskNow - Date.now();
    this.now = deskNow;
  }

  start(): () => void {
    const timer = setInterval(() => (this.now = Date.now() + this.#offsetMs), 1000);
    return () => clearInterval(timer);
  }
}

export const clock = new Clock();
