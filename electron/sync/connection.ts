import type { SyncStatus } from '../../shared/contract/sync-procedures.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { SyncPause } from '../service/pause.ts';
import { backoffMs } from './backoff.ts';
import type { Clock, Random } from './clock.ts';
import { InterceptedRequests } from './intercepted-requests.ts';

/**
 * Longest wait between probes while entries wait (ms), and as a share of the outage so far: a line that comes and goes is used
 * while it is there.
 */
const longestWhileWaitingMs = 30_000;
const shareOfOutage = 0.05;
/** After a sleep a network takes some time (ms) to be there again: until then nothing is an outage. */
const settlingMs = 20_000;
const settlingProbeMs = 1000;
/** A sleep that was told of and never came ends the rest before it by itself (ms of the clock that stands still in a sleep). */
const longestRestMs = 60_000;
/** Only a person can change what a 401 is about, perhaps at the service: one read (ms) looks whether it is over. */
const unauthorizedMs = 300_000;

/**
 * What the last exchange showed:
 *
 *   unknown ─answered─▶ online ─unreached─▶ offline ─answered─▶ online
 *   any ─pause─▶ paused ─answered, by what was asked since─▶ online
 *                paused, but by a 401 ─unreached, by what was asked since─▶ offline
 *   online, offline ─slept─▶ unknown, for some seconds at most, however often unreached
 *
 * Where it is not online, only a probe goes out, and `probeInMs` says when. Waits are counted on the monotonic clock.
 */
export class Connection {
  readonly #settings: () => Settings;
  readonly #clock: Clock;
  readonly #random: Random;
  #state: 'unknown' | 'online' | 'offline' | 'paused' = 'unknown';
  #pause: SyncPause | null = null;
  #cause: SyncStatus['cause'];
  #since: number;
  #changedAt = 0;
  #answeredAt = -Infinity;
  #probeAt = 0;
  /** the same while entries wait */
  #probeForEntriesAt = 0;
  #outages = 0;
  #pauses = 0;
  #settledAt = -Infinity;
  #restsUntil = -Infinity;
  readonly #intercepted = new InterceptedRequests();

  constructor(settings: () => Settings, clock: Clock, random: Random) {
    this.#settings = settings;
    this.#clock = clock;
    this.#random = random;
    this.#since = clock.now();
  }

  get isOnline(): boolean {
    return this.#state === 'online' && this.#restMs() === 0;
  }

  /** Milliseconds until the next probe, or until a rest is over; 0: now; null: none. */
  probeInMs(entriesWait: boolean): number | null {
    const restMs = this.#restMs();
    if (restMs > 0) return restMs;
    if (this.#state === 'online') return null;
    return Math.max(0, (entriesWait ? this.#probeForEntriesAt : this.#probeAt) - this.#clock.monotonic());
  }

  /** An exchange begun at `startedAt` (monotonic) was answered, by the service. */
  answered(startedAt: number): void {
    this.#answeredAt = this.#clock.monotonic();
    // What was on its way before the pause says nothing of the time after.
    if (this.#state === 'paused' && startedAt < this.#changedAt) return;
    this.#outages = 0;
    this.#intercepted.serviceAnswered();
    this.#become('online', null);
  }

  /** A create was taken or refused like any other: what the last pause was about is over. */
  delivered(): void {
    this.#pauses = 0;
  }

  /** An exchange begun at `startedAt` (monotonic) was not answered. */
  unreached(startedAt: number, cause: SyncStatus['cause']): void {
    // One slow request beside others that were answered meanwhile is no outage.
    if (this.#answeredAt > startedAt) return;
    // What was under way when the outage or the pause began is part of it.
    if ((this.#state === 'offline' || this.#state === 'paused') && startedAt < this.#changedAt) return;
    // The secret is as wrong as before.
    if (this.#pause?.why === 'unauthorized') return this.#probeIn(unauthorizedMs, Infinity);
    if (this.#state === 'unknown' && this.#clock.monotonic() < this.#settledAt)
      return this.#probeIn(settlingProbeMs, settlingProbeMs);
    this.#cause = cause;
    // The first probe goes at once: a single broken connection then costs no time.
    const wait = this.#state === 'offline' ? backoffMs(this.#outages, this.#settings(), this.#random) : 0;
    this.#outages += 1;
    this.#probeIn(wait, this.#longestForEntriesMs());
    this.#become('offline', null);
  }

  /**
   * What this answer means for these (an entry or a path, and an endpoint): a pause of everything, or null where it has none or is
   * their own trouble.
   */
  pauseOf(pause: SyncPause | null, names: readonly string[]): SyncPause | null {
    if (pause === null) this.#intercepted.answered(names);
    if (pause?.why !== 'something-else-answered' && pause?.why !== 'redirect') return pause;
    return this.#intercepted.isOwn(names) ? null : pause;
  }

  /** `byRead`: a read or a probe showed it, and no order was sent for it. */
  paused(pause: SyncPause, startedAt: number, byRead: boolean): void {
    if (this.#state === 'paused' && startedAt < this.#changedAt) return;
    this.#pauses += 1;
    const { backoffFirstSeconds, backoffMostSeconds } = this.#settings();
    const wait = Math.min(backoffMostSeconds, backoffFirstSeconds * 2 ** (this.#pauses - 1)) * 1000;
    if (pause.why === 'unauthorized') this.#probeIn(unauthorizedMs, Infinity);
    else this.#probeIn(wait, byRead ? longestWhileWaitingMs : Infinity);
    this.#become('paused', pause);
  }

  tryNow(): void {
    this.#probeIn(0, 0);
  }

  /** The computer goes to sleep: nothing goes out until `slept`. */
  suspend(): void {
    this.#restsUntil = this.#clock.monotonic() + longestRestMs;
  }

  /** The computer slept: whether the service is reached is looked at anew, at once. */
  slept(): void {
    this.#settledAt = this.#clock.monotonic() + settlingMs;
    this.#restsUntil = -Infinity;
    this.#outages = 0;
    if (this.#state !== 'paused') this.#become('unknown', null);
    this.tryNow();
  }

  status(): Pick<SyncStatus, 'connection' | 'since' | 'cause' | 'pause'> {
    const pause = this.#pause && { why: this.#pause.why, message: this.#pause.message };
    const cause = this.#state === 'offline' && this.#cause !== undefined ? { cause: this.#cause } : {};
    return { connection: this.#state, since: this.#since, ...cause, pause };
  }

  #restMs(): number {
    return Math.max(0, this.#restsUntil - this.#clock.monotonic());
  }

  #longestForEntriesMs(): number {
    const awayMs = this.#state === 'offline' ? this.#clock.monotonic() - this.#changedAt : 0;
    const firstMs = this.#settings().backoffFirstSeconds * 1000;
    return Math.min(longestWhileWaitingMs, Math.max(firstMs, awayMs * shareOfOutage));
  }

  #probeIn(ms: number, maxForEntriesMs: number): void {
    const now = this.#clock.monotonic();
    this.#probeAt = now + ms;
    this.#probeForEntriesAt = now + Math.min(ms, maxForEntriesMs);
  }

  #become(state: 'unknown' | 'online' | 'offline' | 'paused', pause: SyncPause | null): void {
    if (state !== this.#state) {
      this.#since = this.#clock.now();
      this.#changedAt = this.#clock.monotonic();
    }
    this.#state = state;
    this.#pause = pause;
  }
}
