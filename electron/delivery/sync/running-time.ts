import type { SyncOutbox } from '../../outbox/entry.ts';
import type { Clock } from '../../platform/clock.ts';

/** Longest interval counted at once (ms): a computer that slept did not run. */
export const longestTickMs = 60_000;
/** Minimum interval between writes (ms), because each is a disk sync; a crash only makes the grace period longer. */
const writeEveryMs = 60_000;

/**
 * Running time of the data folder (ms), kept across restarts. Must be counted and written at least every
 * `longestTickMs`.
 */
export class RunningTime {
  readonly #outbox: Pick<SyncOutbox, 'runningMs' | 'addRunningMs'>;
  readonly #clock: Clock;
  #written: number;
  #counted = 0;
  #writeAt = writeEveryMs;
  #at: number;

  constructor(outbox: Pick<SyncOutbox, 'runningMs' | 'addRunningMs'>, clock: Clock) {
    this.#outbox = outbox;
    this.#clock = clock;
    this.#written = outbox.runningMs();
    this.#at = clock.monotonic();
  }

  /** Counts the time since the last tick, and returns the total in whole ms. */
  tick(): number {
    const now = this.#clock.monotonic();
    this.#counted += Math.min(now - this.#at, longestTickMs);
    this.#at = now;
    return Math.floor(this.#written + this.#counted);
  }

  /**
   * Writes the counted time when due. Throws if the disk refuses; nothing is lost, and it is retried a minute later.
   */
  writeIfDue(): void {
    if (this.#counted < this.#writeAt) return;
    this.#writeAt = this.#counted + writeEveryMs;
    this.write();
  }

  write(): void {
    const whole = Math.floor(this.#counted);
    if (whole === 0) return;
    this.#outbox.addRunningMs(whole);
    this.#written += whole;
    this.#counted -= whole;
    this.#writeAt = writeEveryMs;
  }
}
