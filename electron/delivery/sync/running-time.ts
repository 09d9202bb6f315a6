import type { SyncOutbox } from '../../outbox/entry.ts';
import type { Clock } from '../../platform/clock.ts';

/** Longest interval counted at once (ms): a computer that slept did not run. */
export const maxTickMs = 60_000;
/** Minimum interval between writes (ms), because each is a disk sync; a crash only makes the grace period longer. */
const writeEveryMs = 60_000;

/**
 * Running time of the data folder (ms), kept across restarts. Must be counted and written at least every `maxTickMs`.
 */
export class RunningTime {
  readonly #outbox: Pick<SyncOutbox, 'runningMs' | 'addRunningMs'>;
  readonly #clock: Clock;
  #writtenMs: number;
  #countedMs = 0;
  #writeAtMs = writeEveryMs;
  #lastTickAt: number;

  constructor(outbox: Pick<SyncOutbox, 'runningMs' | 'addRunningMs'>, clock: Clock) {
    this.#outbox = outbox;
    this.#clock = clock;
    this.#writtenMs = outbox.runningMs();
    this.#lastTickAt = clock.monotonic();
  }

  /** Counts the time since the last tick, and returns the total in whole ms. */
  tick(): number {
    const now = this.#clock.monotonic();
    this.#countedMs += Math.min(now - this.#lastTickAt, maxTickMs);
    this.#lastTickAt = now;
    return Math.floor(this.#writtenMs + this.#countedMs);
  }

  /**
   * Writes the counted time when due. Throws if the disk refuses; nothing is lost, and it is retried a minute later.
   */
  writeIfDue(): void {
    if (this.#countedMs < this.#writeAtMs) return;
    this.#writeAtMs = this.#countedMs + writeEveryMs;
    this.write();
  }

  write(): void {
    const wholeMs = Math.floor(this.#countedMs);
    if (wholeMs === 0) return;
    this.#outbox.addRunningMs(wholeMs);
    this.#writtenMs += wholeMs;
    this.#countedMs -= wholeMs;
    this.#writeAtMs = writeEveryMs;
  }
}
