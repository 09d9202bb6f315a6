import type { Settings } from '../../shared/settings/settings.ts';
import { backoffMs } from '../delivery/sync/backoff.ts';
import type { Clock, Random } from '../platform/clock.ts';
import type { Timer } from '../platform/timer.ts';
import type { AskSeries, LookupThrottle } from './lookup-client.ts';
import { maxTogether, type Tracking } from './tracking.ts';
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
  online: () => boolean;
  onFault: (error: unknown) => void;
}

/** Longest sleep (ms), since the clock may be set meanwhile. */
const longestSleepMs = 60_000;

/**
 * Checks watched numbers when they are due, in requests of at most 20 with gaps between them, and only while the sync
 * is online. Call `wake` when that may have changed, or a number was added.
 */
export class WatchLoop {
  readonly #host: WatchHost;
  #cancel: (() => void) | null = null;
  #looking: Promise<void> | null = null;
  #failures = 0;
  /** no request before this (monotonic ms), however often it is woken */
  #notBefore = 0;

  constructor(host: WatchHost) {
    this.#host = host;
  }

  wake(): void {
    if (!this.#looking) this.#turn();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  /** Resolves when the lookup under way has ended. */
  async ended(): Promise<void> {
    await this.#looking;
  }

  #sleep(ms: number): void {
    this.#cancel?.();
    this.#cancel = this.#host.timer.after(Math.min(ms, longestSleepMs), () => this.#turn());
  }

  #turn(): void {
    const { throttle, watch, online, clock } = this.#host;
    this.#cancel?.();
    this.#cancel = null;
    if (throttle.closed || this.#looking) return;
    try {
      if (!online()) return;
      const restMs = Math.max(throttle.heldMs(), this.#notBefore - clock.monotonic());
      if (restMs > 0) return this.#sleep(restMs);
      const due = watch.due(maxTogether);
      if (due.length === 0) {
        const nextMs = watch.nextMs();
        if (nextMs !== null) this.#sleep(Math.max(1000, nextMs));
        return;
      }
      this.#looking = this.#look(due);
    } catch (error) {
      this.#host.onFault(error);
      this.#sleep(longestSleepMs);
    }
  }

  async #look(numbers: string[]): Promise<void> {
    const { tracking, series, clock, throttle, onFault } = this.#host;
    let restMs = longestSleepMs;
    try {
      restMs = this.#after(numbers, await tracking.ask(numbers, series()));
    } catch (error) {
      onFault(error);
    }
    this.#looking = null;
    this.#notBefore = clock.monotonic() + restMs;
    if (!throttle.closed) this.#sleep(restMs);
  }

  /** Handles the results; returns the wait before the next request (ms). */
  #after(numbers: readonly string[], looks: Awaited<ReturnType<Tracking['ask']>>): number {
    const { watch, throttle, settings, random } = this.#host;
    const problems = numbers.flatMap((number) => {
      const look = looks.get(number);
      return look?.kind === 'failed' ? [{ number, problem: look.problem }] : [];
    });
    const unreached = problems.some(({ problem }) => ['offline', 'paused', 'cancelled'].includes(problem.kind));
    // A failure of one number must not delay the others; if the service was not reached, nothing is known about any of
    // them.
    if (!unreached && throttle.heldMs() === 0) watch.postpone(problems.map(({ number }) => number));
    this.#failures = unreached ? this.#failures + 1 : 0;
    return unreached
      ? Math.max(throttle.gapMs('watch'), backoffMs(this.#failures, settings(), random))
      : throttle.gapMs('watch');
  }
}
