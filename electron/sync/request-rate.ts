import type { Random } from './clock.ts';

/** What a first refusal leaves of the measured successes a second, and each further one of the rate. */
const firstShare = 0.7;
const cutShare = 0.8;
/** What a second adds, in requests a second, times the root of the rate: slow desks gain more of theirs than fast ones, and so they meet. */
const gain = 0.0008;
/** After so many successes without a refusal a second adds twice as much, and then ever more: others have left. */
const calm = 60;
/** While nothing is known of what the service takes, a success adds this share of the rate. */
const searchShare = 0.25;
/** Successes are measured over about so long (ms), and from so many on they tell something. */
const measuredMs = 10_000;
const enoughSuccesses = 3;
/** A rate (requests a second) to begin with where nothing is known, the lowest one, and one that is no limit any more. */
const unknownRate = 0.5;
const lowestRate = 0.05;
const noLimitFrom = 200;
/** How many requests may be sent at once after a while without any: one and its status, or what half a second allows. */
const leastBurst = 2;
const burstSeconds = 0.5;
/** A request uses up to this share less or more than one of what may be sent: desks with equal steps meet again and again. */
const spread = 0.3;

/**
 * How many requests a second the service takes from this desk, learned from its answers: no limit until it refuses one as too many
 * (429), then less with each refusal and slowly more with time in which requests succeed, so that desks that share an account and know
 * nothing of each other share what it may ask. Times are monotonic ms.
 */
export class RequestRate {
  readonly #random: Random;
  #perSecond = Infinity;
  /** requests that may be sent at once; below 0 where more were sent */
  #ready = 0;
  #readyAt = 0;
  /** successes a second over the last while, and since when they are measured; null: there was none */
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

  /** Requests a second; Infinity: no limit is known. */
  get perSecond(): number {
    return this.#perSecond;
  }

  /** What lowered the rate said nothing of it: it is again what it was before, where that is more. */
  restore(perSecond: number): void {
    this.#perSecond = Math.max(this.#perSecond, perSecond);
  }

  /** How many requests may be sent now. */
  ready(now: number): number {
    if (this.#perSecond === Infinity) return Infinity;
    this.#refill(now);
    return Math.max(0, Math.floor(this.#ready));
  }

  /** Milliseconds until one more may be sent than now; null: no time brings more. */
  waitMs(now: number): number | null {
    const more = this.ready(now) + 1;
    if (this.#perSecond === Infinity || more > this.#most) return null;
    return Math.ceil(((more - this.#ready) / this.#perSecond) * 1000);
  }

  /** A request leaves. */
  sent(now: number): void {
    if (this.#perSecond === Infinity) return;
    this.#refill(now);
    this.#ready -= 1 - spread + 2 * spread * this.#random();
  }

  /** The service took a request, whatever it made of it. */
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
    // Several were under way when the first came back; they are one occasion.
    if (sentAt <= this.#oneOccasionUntil) return;
    this.#oneOccasionUntil = now + holdMs;
    this.#searches = this.#perSecond === Infinity && !this.#isMeasured(now);
    const left = this.#perSecond === Infinity ? this.#firstRate(now, holdMs) : this.#perSecond * cutShare;
    this.#perSecond = Math.max(lowestRate, left);
    this.#sinceCut = 0;
    this.#grownAt = now + holdMs;
  }

  /** Somebody wants to see at once whether it takes one. */
  tryNow(): void {
    this.#ready = Math.max(this.#ready, 1);
  }

  get #most(): number {
    return Math.max(leastBurst, this.#perSecond * burstSeconds);
  }

  /** Time in which nothing was sent, since there was nothing to send, proves nothing. */
  #grow(now: number): void {
    const ms = Math.max(0, Math.min(now - this.#grownAt, 2000 / this.#perSecond));
    this.#perSecond += gain * Math.sqrt(this.#perSecond) * (1 + (this.#sinceCut / calm) ** 2) * (ms / 1000);
    this.#grownAt = Math.max(this.#grownAt, now);
  }

  #firstRate(now: number, holdMs: number): number {
    return this.#isMeasured(now) ? this.#measuredRate(now, holdMs) * firstShare : unknownRate;
  }

  #isMeasured(now: number): boolean {
    const ms = Math.min(measuredMs, now - (this.#measuredSince ?? now));
    return (this.#measuredRate(now) * ms) / 1000 >= enoughSuccesses;
  }

  /** The wait that a service asks for belongs to the time in which it took what it took: it may have taken all of that at once. */
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
