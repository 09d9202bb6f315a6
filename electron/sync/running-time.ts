import type { SyncOutbox } from '../outbox/entry.ts';
import type { Clock } from './clock.ts';

/** Longest stretch counted at once (ms): a computer that slept did not run. */
export const longestTickMs = 60_000;
/** Counted time is written this seldom, because each writing is a sync of the disk; a crash only makes grace longer. */
const writeEveryMs = 60_000;

/** Running time of the data folder (ms), kept across restarts. `tick` has to be called at least every `longestTickMs`, `keep` as often. */
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

  /** Counts the time since the last tick, and answers all of it, in whole ms. */
  tick(): number {
    const now = this.#clock.monotonic();
    this.#counted += Math.min(now - this.#at, longestTickMs);
    this.#at = now;
    return Math.floor(this.#written + this.#counted);
  }

  /** Writes what was counted, when it is time. Throws where the disk cannot take it; nothing is lost, and the next time is a minute on. */
  keep(): void {
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
