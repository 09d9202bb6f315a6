import type { Problem } from '../../shared/contract/problem.ts';
import type { Timer } from '../service/timer.ts';
import { extendRetryAfter } from '../sync/backoff.ts';
import type { Clock, Random } from '../sync/clock.ts';

/** Gap between two requests of one list a person waits for, and between two of the watch list (ms). */
const gaps = { person: 250, watch: 2000 } as const;
export type LookupCaller = keyof typeof gaps;

const slowest = 64;
const firstHoldMs = 5000;
const longestHoldMs = 300_000;
/** Upper limit for a Retry-After (ms). */
const longestAskedMs = 3_600_000;

/**
 * Throttles lookups independently of the outbox: a 429 holds all of them for its Retry-After, and each failure doubles
 * the gaps until successes halve them again.
 */
export class LookupThrottle {
  readonly #clock: Clock;
  readonly #timer: Timer;
  readonly #random: Random;
  readonly #waits = new Set<() => void>();
  #slower = 1;
  #heldUntil = 0;
  #closed = false;

  constructor({ clock, timer, random }: { clock: Clock; timer: Timer; random: Random }) {
    this.#clock = clock;
    this.#timer = timer;
    this.#random = random;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Remaining hold (ms); 0: none. */
  heldMs(): number {
    return Math.max(0, this.#heldUntil - this.#clock.monotonic());
  }

  /** The gap before the next request (ms), with jitter, so that desks do not synchronize. */
  gapMs(caller: LookupCaller): number {
    return Math.round(gaps[caller] * this.#slower * (0.75 + this.#random() / 2));
  }

  /** Records the result of one request; null: success. */
  recordResult(problem: Problem | null): void {
    const status = Number(problem?.params?.['status'] ?? 0);
    const tooMany = status === 429;
    if (!tooMany && status < 500) {
      if (!problem || problem.kind === 'service') this.#slower = Math.max(1, this.#slower / 2);
      return;
    }
    this.#slower = Math.min(slowest, this.#slower * 2);
    const asked = Number(problem?.params?.['afterMs'] ?? 0);
    const told = Math.min(asked, longestAskedMs);
    const hold = told > 0 ? extendRetryAfter(told, this.#random) : tooMany ? this.#holdMs() : 0;
    this.#heldUntil = Math.max(this.#heldUntil, this.#clock.monotonic() + hold);
  }

  /** Resolves after `ms`, or at once when the desk closes. */
  async wait(ms: number): Promise<void> {
    if (this.#closed || ms <= 0) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        cancel();
        this.#waits.delete(done);
        resolve();
      };
      const cancel = this.#timer.after(ms, done);
      this.#waits.add(done);
    });
  }

  close(): void {
    this.#closed = true;
    for (const done of this.#waits) done();
  }

  #holdMs(): number {
    return Math.min(longestHoldMs, firstHoldMs * this.#slower * (0.5 + this.#random() / 2));
  }
}
