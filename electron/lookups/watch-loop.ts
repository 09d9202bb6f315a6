import type { Settings } from '../../shared/settings/settings.ts';
import { backoffMs } from '../delivery/sync/backoff.ts';
import type { Clock, Random } from '../platform/clock.ts';
import type { Timer } from '../platform/timer.ts';
import type { AskSeries, LookupThrottle } from './lookup-client.ts';
import { maxNumbersPerRequest, type Tracking } from './tracking.ts';
import type { WatchStore } from './watch-store.ts';

export interface WatchHost {
  watch: WatchStore;
  tracking: Pick<Tracking, 'ask'>;
  series: () => AskSeries;
  throttle: LookupThrottle;
  clock: Clock;
  timer: Timer;
  random: Random;
  settings: () => Settings;
  /** whether the sync is online */
  isOnline: () => boolean;
  onFault: (error: unknown) => void;
}

/** Longest sleep (ms): the clock may be changed meanwhile. */
const maxSleepMs = 60_000;

/**
 * Checks watched numbers when they are due, in requests of at most 20 with gaps between them, and only while the sync
 * is online. Call `wake` when that may have changed, or a number was added.
 */
export class WatchLoop {
  readonly #host: WatchHost;
  #cancelTimer: (() => void) | null = null;
  #runningLookup: Promise<void> | null = null;
  #failures = 0;
  /** no request is sent before this time (monotonic ms), even if the loop is woken */
  #notBeforeMs = 0;

  constructor(host: WatchHost) {
    this.#host = host;
  }

  wake(): void {
    if (!this.#runningLookup) this.#checkDue();
  }

  stop(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }

  /** Resolves when the running lookup has ended. */
  async whenEnded(): Promise<void> {
    await this.#runningLookup;
  }

  #sleep(ms: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#host.timer.after(Math.min(ms, maxSleepMs), () => this.#checkDue());
  }

  #checkDue(): void {
    const { throttle, watch, isOnline, clock } = this.#host;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (throttle.isClosed || this.#runningLookup) return;
    try {
      if (!isOnline()) return;
      const waitMs = Math.max(throttle.heldMs(), this.#notBeforeMs - clock.monotonic());
      if (waitMs > 0) return this.#sleep(waitMs);
      const due = watch.due(maxNumbersPerRequest);
      if (due.length === 0) {
        const nextMs = watch.nextMs();
        if (nextMs !== null) this.#sleep(Math.max(1000, nextMs));
        return;
      }
      this.#runningLookup = this.#lookUp(due);
    } catch (error) {
      this.#host.onFault(error);
      this.#sleep(maxSleepMs);
    }
  }

  async #lookUp(numbers: string[]): Promise<void> {
    const { tracking, series, clock, throttle, onFault } = this.#host;
    let waitMs = maxSleepMs;
    try {
      waitMs = this.#handleResults(numbers, await tracking.ask(numbers, series()));
    } catch (error) {
      onFault(error);
    }
    this.#runningLookup = null;
    this.#notBeforeMs = clock.monotonic() + waitMs;
    if (!throttle.isClosed) this.#sleep(waitMs);
  }

  /** Handles the results; returns the wait before the next request (ms). */
  #handleResults(numbers: readonly string[], results: Awaited<ReturnType<Tracking['ask']>>): number {
    const { watch, throttle, settings, random } = this.#host;
    const problems = numbers.flatMap((number) => {
      const result = results.get(number);
      return result?.kind === 'failed' ? [{ number, problem: result.problem }] : [];
    });
    const isUnreached = problems.some(({ problem }) => ['offline', 'paused', 'cancelled'].includes(problem.kind));
    // a number that failed must not delay the others; if the service was not reached, no number is to blame
    if (!isUnreached && throttle.heldMs() === 0) watch.postpone(problems.map(({ number }) => number));
    this.#failures = isUnreached ? this.#failures + 1 : 0;
    return isUnreached
      ? Math.max(throttle.gapMs('watch'), backoffMs(this.#failures, settings(), random))
      : throttle.gapMs('watch');
  }
}
