/** The desk's clock, updated once a second so that all countdowns and ages change together. */
class Clock {
  now = $state(Date.now());
  #ahead = 0;

  /** Sets the clock to the desk's time (ms), which applies if desk and screen differ. */
  follow(deskNow: number): void {
    this.#ahead = deskNow - Date.now();
    this.now = deskNow;
  }

  start(): () => void {
    const timer = setInterval(() => (this.now = Date.now() + this.#ahead), 1000);
    return () => clearInterval(timer);
  }
}

export const clock = new Clock();
