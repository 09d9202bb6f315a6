import type { Random } from '../../platform/clock.ts';

/**
 * The rate after a first refusal, as a share of the measured successes per second, and after each further one, as a
 * share of the rate.
 */
const firstCutFactor = 0.7;
const cutFactor = 0.8;
/**
 * Growth per second, in requests per second, times the square root of the rate: slow desks gain relatively more than
 * fast ones, so that their rates converge.
 */
const growthPerSecond = 0.0008;
/** After this many successes without a refusal the growth doubles, and then keeps increasing: other desks have left. */
const successesToAccelerate = 60;
/** While the capacity of the service is unknown, each success raises the rate by this share. */
const searchGrowth = 0.25;
/** Averaging period of the measured successes (ms), and how many are needed for a usable measurement. */
const averagingMs = 10_000;
const minSuccesses = 3;
/**
 * Initial rate (requests per second) if nothing is known, the lowest rate, and the rate from which there is no limit.
 */
const initialRate = 0.5;
const minRate = 0.05;
const unlimitedRate = 200;
/** Requests that may be sent at once after an idle period: one and its status check, or what half a second allows. */
const minBurst = 2;
const burstSeconds = 0.5;
/**
 * A request uses up to this share more or less than one unit of the allowance: desks with equal steps would keep
 * colliding.
 */
const unitSpread = 0.3;

/**
 * Learns how many requests per second the service accepts from this desk: unlimited until it refuses one as too many
 * (429), then lower with each refusal and slowly higher while requests succeed, so that desks sharing an account
 * without knowing each other share its rate. Times are monotonic ms.
 */
export class RequestRate {
  readonly #random: Random;
  #perSecond = Infinity;
  /** requests that may be sent at once; below 0 if more were sent */
  #allowance = 0;
  #allowanceAt = 0;
  /** recent successes per second, and since when they are measured; null: there was none */
  #successAverage = 0;
  #averageAt = 0;
  #measuredSince: number | null = null;
  #successesSinceCut = 0;
  #sameRefusalUntil = -Infinity;
  #lastGrowthAt = 0;
  #isSearching = false;

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
  requestsAllowed(now: number): number {
    if (this.#perSecond === Infinity) return Infinity;
    this.#refillAllowance(now);
    return Math.max(0, Math.floor(this.#allowance));
  }

  /** Milliseconds until one more may be sent than now; null: waiting does not help. */
  waitMs(now: number): number | null {
    const wanted = this.requestsAllowed(now) + 1;
    if (this.#perSecond === Infinity || wanted > this.#maxBurst) return null;
    return Math.ceil(((wanted - this.#allowance) / this.#perSecond) * 1000);
  }

  /** Counts a sent request. */
  countRequest(now: number): void {
    if (this.#perSecond === Infinity) return;
    this.#refillAllowance(now);
    this.#allowance -= 1 - unitSpread + 2 * unitSpread * this.#random();
  }

  /** The service processed a request, whatever its answer. */
  recordSuccess(now: number): void {
    this.#measureSuccess(now);
    if (this.#perSecond === Infinity) return;
    this.#refillAllowance(now);
    this.#successesSinceCut += 1;
    if (this.#isSearching) this.#perSecond *= 1 + searchGrowth;
    else this.#raiseRate(now);
    if (this.#perSecond >= unlimitedRate) this.#perSecond = Infinity;
  }

  /** The service refused a request, sent at `sentAt`, as too many, and asks to wait for `holdMs`. */
  recordRefusal(sentAt: number, now: number, holdMs: number): void {
    this.#refillAllowance(now);
    this.#allowance = Math.min(this.#allowance, 0);
    // Several requests were under way when the first was refused; they count once.
    if (sentAt <= this.#sameRefusalUntil) return;
    this.#sameRefusalUntil = now + holdMs;
    this.#isSearching = this.#perSecond === Infinity && !this.#isMeasured(now);
    const reduced = this.#perSecond === Infinity ? this.#firstRate(now, holdMs) : this.#perSecond * cutFactor;
    this.#perSecond = Math.max(minRate, reduced);
    this.#successesSinceCut = 0;
    this.#lastGrowthAt = now + holdMs;
  }

  /** Allows one request at once, because a person wants to try now. */
  tryNow(): void {
    this.#allowance = Math.max(this.#allowance, 1);
  }

  get #maxBurst(): number {
    return Math.max(minBurst, this.#perSecond * burstSeconds);
  }

  /** Idle time proves nothing, so at most two request intervals count. */
  #raiseRate(now: number): void {
    const growthMs = Math.max(0, Math.min(now - this.#lastGrowthAt, 2000 / this.#perSecond));
    this.#perSecond +=
      growthPerSecond *
      Math.sqrt(this.#perSecond) *
      (1 + (this.#successesSinceCut / successesToAccelerate) ** 2) *
      (growthMs / 1000);
    this.#lastGrowthAt = Math.max(this.#lastGrowthAt, now);
  }

  #firstRate(now: number, holdMs: number): number {
    return this.#isMeasured(now) ? this.#measuredRate(now, holdMs) * firstCutFactor : initialRate;
  }

  #isMeasured(now: number): boolean {
    const measuredMs = Math.min(averagingMs, now - (this.#measuredSince ?? now));
    return (this.#measuredRate(now) * measuredMs) / 1000 >= minSuccesses;
  }

  /** Includes the wait the service asks for: it may have accepted everything measured in one burst. */
  #measuredRate(now: number, holdMs = 0): number {
    if (this.#measuredSince === null) return 0;
    const fadedAverage = this.#successAverage * Math.exp((this.#averageAt - now) / averagingMs);
    const periodMs = Math.max(1000, now - this.#measuredSince + Math.min(holdMs, averagingMs));
    return fadedAverage / (1 - Math.exp(-periodMs / averagingMs));
  }

  #measureSuccess(now: number): void {
    this.#measuredSince ??= now;
    this.#successAverage = this.#successAverage * Math.exp((this.#averageAt - now) / averagingMs) + 1000 / averagingMs;
    this.#averageAt = now;
  }

  #refillAllowance(now: number): void {
    const gained = ((now - this.#allowanceAt) / 1000) * this.#perSecond;
    this.#allowance =
      this.#perSecond === Infinity ? this.#maxBurst : Math.min(this.#maxBurst, this.#allowance + gained);
    this.#allowanceAt = now;
  }
}
