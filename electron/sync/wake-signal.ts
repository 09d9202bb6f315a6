import type { Timer } from '../service/timer.ts';

/** What the loop sleeps by: until it is set, or the time is over. One that is set while nobody sleeps is kept for the next sleep. */
export class WakeSignal {
  readonly #timer: Timer;
  #isSet = false;
  #wake: (() => void) | null = null;

  constructor(timer: Timer) {
    this.#timer = timer;
  }

  wake(): void {
    this.#isSet = true;
    this.#wake?.();
  }

  async sleep(ms: number): Promise<void> {
    if (!this.#isSet) {
      await new Promise<void>((resolve) => {
        const cancel = this.#timer.after(ms, resolve);
        this.#wake = () => {
          cancel();
          resolve();
        };
      });
    }
    this.#wake = null;
    this.#isSet = false;
  }
}
