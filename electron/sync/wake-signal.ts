import type { Timer } from '../service/timer.ts';

/** What the loop sleeps by: until it rings, or the time is over. A ring while nobody sleeps is kept for the next sleep. */
export class WakeSignal {
  readonly #timer: Timer;
  #rung = false;
  #wake: (() => void) | null = null;

  constructor(timer: Timer) {
    this.#timer = timer;
  }

  wake(): void {
    this.#rung = true;
    this.#wake?.();
  }

  async sleep(ms: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const cancel = this.#timer.after(ms, resolve);
        this.#wake = () => {
          cancel();
          resolve();
        };
      });
    }
    this.#wake = null;
    this.#rung = false;
  }
}
