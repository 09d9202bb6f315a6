import type { Timer } from '../service/timer.ts';

/**
 * Lets the loop sleep until it is signalled or the time is over. A signal without a sleeper is kept for the next sleep.
 */
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
