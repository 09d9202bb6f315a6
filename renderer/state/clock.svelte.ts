/** The desk's clock on the screen, told once a second, so that countdowns and ages move together. */
class Clock {
  now = $state(Date.now());
  #ahead = 0;

  /** Sets the clock to the desk's own (ms), which counts where desk and screen differ. */
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
