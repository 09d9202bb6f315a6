import type { Settings } from '../../shared/settings/settings.ts';
import { backoffMs } from './backoff.ts';
import type { Random } from './clock.ts';

/** Bad answers to this many askers in a row are the service's trouble and not an entry's. */
export const badRequesters = 3;
/** Longest rest (ms), so that one good order is never long behind the troubles of others. */
export const longestRestMs = 30_000;
/** An answer that takes this share of the longest wait is a slow one. */
const slowShare = 4;
/** After a bad or slow answer others may go first for so many times as long as it took. */
const yieldTimes = 2;

/** What became of one request, begun at `startedAt` and over at `now` (monotonic ms). */
export interface ExchangeTiming {
  /** whose request it was; one asker in trouble again and again is not the service's */
  requester: string;
  startedAt: number;
  now: number;
}

export interface FailedExchange extends ExchangeTiming {
  /** what Retry-After asks for */
  afterMs: number | null;
  /** null: no answer */
  status: number | null;
}

/**
 * How much one endpoint is asked at once. It begins with one request, grows by one with each good answer up to where it last went
 * wrong, then by one a round; a bad answer leaves it one slot until a good one comes, and bad answers to several askers let it rest,
 * ever longer. Times are monotonic ms.
 */
export class EndpointConcurrency {
  readonly #settings: () => Settings;
  readonly #random: Random;
  readonly #requesters = new Set<string>();
  #window = 1;
  #threshold = Infinity;
  #bads = 0;
  #rests = 0;
  #restBegan = -Infinity;
  #restUntil = 0;
  #holdUntil: number;
  #yieldUntil = 0;
  /** of good answers, the last ones more; null: none yet */
  #tookMs: number | null = null;
  #last: Pick<FailedExchange, 'status'> | null = null;
  /** requests under way, and when the last of them was begun */
  underWay = 0;
  begunAt = 0;

  constructor(settings: () => Settings, random: Random, holdUntil = 0) {
    this.#settings = settings;
    this.#random = random;
    this.#holdUntil = holdUntil;
  }

  get isKnown(): boolean {
    return this.#tookMs !== null || this.#bads > 0;
  }
  get isInTrouble(): boolean {
    return this.#bads > 0;
  }
  /** Several askers were answered badly: none of them may keep the others from trying. */
  get takesTurns(): boolean {
    return this.#requesters.size > 1;
  }
  get tookMs(): number | null {
    return this.#tookMs;
  }
  /** Requests that may be under way at once, as far as its answers say. */
  get window(): number {
    return Math.floor(this.#window);
  }
  /** Bad answers in a row, and what the last one was; null: it goes well. */
  get trouble(): { bads: number; status: number | null } | null {
    return this.#last && { bads: this.#bads, ...this.#last };
  }

  /** What is left of a rest, or of what a Retry-After asks for (ms); 0: none. */
  restMs(now: number): number {
    return Math.max(0, this.#restUntil - now, this.#holdUntil - now);
  }
  isHeld(now: number): boolean {
    return this.#holdUntil > now;
  }
  /** For how long quicker ones would go first (ms). */
  yieldMs(now: number): number {
    return Math.max(0, this.#yieldUntil - now);
  }

  good({ startedAt, now }: ExchangeTiming): void {
    const took = now - startedAt;
    this.#tookMs = this.#tookMs === null ? took : (this.#tookMs + took) / 2;
    this.#requesters.clear();
    this.#bads = 0;
    this.#rests = 0;
    this.#restUntil = 0;
    this.#last = null;
    this.#yieldUntil = now + took * yieldTimes;
    if (took * slowShare > this.#settings().requestTimeoutSeconds * 1000) this.#narrow();
    else this.#window += this.#window < this.#threshold ? 1 : 1 / this.#window;
    this.#window = Math.min(this.#window, this.#settings().concurrency);
  }

  bad({ requester, startedAt, now, afterMs, status }: FailedExchange): void {
    this.#narrow();
    this.#window = 1;
    this.#bads += 1;
    this.#requesters.add(requester);
    this.#last = { status };
    this.#yieldUntil = now + (now - startedAt) * yieldTimes;
    if (afterMs) this.#holdUntil = Math.max(this.#holdUntil, now + afterMs);
    // Several were under way when the first came back; they are one occasion.
    if (this.#requesters.size < badRequesters || startedAt < this.#restBegan) return;
    this.#rests += 1;
    this.#restBegan = now;
    this.#restUntil = now + Math.min(backoffMs(this.#rests, this.#settings(), this.#random), this.#longestRestMs);
  }

  /** The more take turns, the shorter: a round of all that were answered badly takes no longer than the longest wait of one. */
  get #longestRestMs(): number {
    const { backoffFirstSeconds, backoffMostSeconds } = this.#settings();
    const ofRoundMs = (backoffMostSeconds * 1000) / this.#requesters.size;
    return Math.min(longestRestMs, Math.max(backoffFirstSeconds * 1000, ofRoundMs));
  }

  tryNow(): void {
    this.#restUntil = 0;
    this.#holdUntil = 0;
    this.#yieldUntil = 0;
  }

  #narrow(): void {
    this.#window = Math.max(1, Math.floor(this.#window / 2));
    this.#threshold = this.#window;
  }
}
