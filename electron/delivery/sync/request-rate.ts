import type { Random } from '../../platform/clock.ts';

/**
 * The rate after a first refusal, as a share of the measured successes per second, and after each further one, as a
 * share of the rate.
 */
const firstShare = 0.7;
const cutShare = 0.8;
/**
 * Growth per second, in requests per second, times the square root of the rate: slow desks gain relatively more than
 * fast ones, so that their rates converge.
 */
const gain = 0.0008;
/** After this many successes without a refusal the growth doubles, and then keeps increasing: other desks have left. */
const successesToAccelerate = 60;
/** While the capacity of the service is unknown, each success raises the rate by this share. */
const searchShare = 0.25;
/** Averaging period of the measured successes (ms), and how many are needed for a usable measurement. */
const measuredMs = 10_000;
const enoughSuccesses = 3;
/**
 * Initial rate (requests per second) if nothing is known, the lowest rate, and the rate from which there is no limit.
 */
const unknownRate = 0.5;
const lowestRate = 0.05;
const noLimitFrom = 200;
/** Requests that may be sent at once after an idle period: one and its status check, or what half a second allows. */
const leastBurst = 2;
const burstSeconds = 0.5;
/**
 * A request uses up to this share more or less than one unit of the allowance: desks with equal steps would keep
 * colliding.
 */
const spread = 0.3;

/**
 * Learns how many requests per second the service accepts from this desk: unlimited until it refuses one as too many
 * (429), then lower with each refusal and slowly higher while requests succeed, so that desks sharing an account
 * without knowing each other share its rate. Times are monotonic ms.
 */
export class RequestRate {
  readonly #random: Random;
  #perSecond = Infinity;
  /** requests that may be sent at once; below 0 if more were sent */
  #ready = 0;
  #readyAt = 0;
  /** recent successes per second, and since when they are measured; null: there was none */
  #measured = 0;
  #measuredAt = 0;
  #measuredSince: number | null = null;
  #sinceCut = 0;
  #oneOccasionUntil = -Infinity;
  #grownAt = 0;
  #searches = false;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Requests per second; Infinity: no known limit. */
  get perSecond(): number {
    return this.#perSecond;
  }

  /** Undoes a reduction that turned out to be unrelated: returns to the earlier rate if that was higher. */
  restore(perSecond: number): void {
    this.#perSecond = Math.max(this.#perSecond, perSecond);
  }

  /** How many requests may be sent now. */
  ready(now: number): number {
    if (this.#perSecond === Infinity) return Infinity;
    this.#refill(now);
    return Math.max(0, Math.floor(this.#ready));
  }

  /** Milliseconds until one more may be sent than now; null: waiting does not help. */
  waitMs(now: number): number | null {
    const more = this.ready(now) + 1;
    if (this.#perSecond === Infinity || more > this.#most) return null;
    return Math.ceil(((more - this.#ready) / this.#perSecond) * 1000);
  }

  /** Counts a request that leaves. */
  sent(now: number): void {
    if (this.#perSecond === Infinity) return;
    this.#refill(now);
    this.#ready -= 1 - spread + 2 * spread * this.#random();
  }

  /** The service processed a request, whatever its answer. */
  succeeded(now: number): void {
    this.#measure(now);
    if (this.#perSecond === Infinity) return;
    this.#refill(now);
    this.#sinceCut += 1;
    if (this.#searches) this.#perSecond *= 1 + searchShare;
    else this.#grow(now);
    if (this.#perSecond >= noLimitFrom) this.#perSecond = Infinity;
  }

  /** The service refused a request, sent at `sentAt`, as too many, and asks to wait for `holdMs`. */
  refused(sentAt: number, now: number, holdMs: number): void {
    this.#refill(now);
    this.#ready = Math.min(this.#ready, 0);
    // Several requests were under way when the first was refused; they count once.
    if (sentAt <= this.#oneOccasionUntil) return;
    this.#oneOccasionUntil = now + holdMs;
    this.#searches = this.#perSecond === Infinity && !this.#isMeasured(now);
    const left = this.#perSecond === Infinity ? this.#firstRate(now, holdMs) : this.#perSecond * cutShare;
    this.#perSecond = Math.max(lowestRate, left);
    this.#sinceCut = 0;
    this.#grownAt = now + holdMs;
  }

  /** Allows one request at once, because a person wants to try now. */
  tryNow(): void {
    this.#ready = Math.max(this.#ready, 1);
  }

  get #most(): number {
    return Math.max(leastBurst, this.#perSecond * burstSeconds);
  }

  /** Idle time proves nothing, so at most two request intervals count. */
  #grow(now: number): void {
    const ms = Math.max(0, Math.min(now - this.#grownAt, 2000 / this.#perSecond));
    this.#perSecond +=
      gain * Math.sqrt(this.#perSecond) * (1 + (this.#sinceCut / successesToAccelerate) ** 2) * (ms / 1000);
    this.#grownAt = Math.max(this.#grownAt, now);
  }

  #firstRate(now: number, holdMs: number): number {
    return this.#isMeasured(now) ? this.#measuredRate(now, holdMs) * firstShare : unknownRate;
  }

  #isMeasured(now: number): boolean {
    const ms = Math.min(measuredMs, now - (this.#measuredSince ?? now));
    return (this.#measuredRate(now) * ms) / 1000 >= enoughSuccesses;
  }

  /** Includes the wait the service asks for: it may have accepted everything measured in one burst. */
  #measuredRate(now: number, holdMs = 0): number {
    if (this.#measuredSince === null) return 0;
    const faded = this.#measured * Math.exp((this.#measuredAt - now) / measuredMs);
    const ms = Math.max(1000, now - this.#measuredSince + Math.min(holdMs, measuredMs));
    return faded / (1 - Math.exp(-ms / measuredMs));
  }

  #measure(now: number): void {
    this.#measuredSince ??= now;
    this.#measured = this.#measured * Math.exp((this.#measuredAt - now) / measuredMs) + 1000 / measuredMs;
    this.#measuredAt = now;
  }

  #refill(now: number): void {
    const more = ((now - this.#readyAt) / 1000) * this.#perSecond;
    this.#ready = this.#perSecond === Infinity ? this.#most : Math.min(this.#most, this.#ready + more);
    this.#readyAt = now;
  }
}
