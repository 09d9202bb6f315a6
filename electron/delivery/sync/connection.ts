import type { SyncStatus } from '../../../shared/contract/sync-procedures.ts';
import { createNumbers } from '../../../shared/creates/create-kinds.ts';
import { endpointOf, type EndpointNumber } from '../../../shared/service/endpoints.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import type { Clock, Random } from '../../platform/clock.ts';
import type { SerializedRequest } from '../service/request.ts';
import type { SyncPause } from '../service/verdict.ts';
import { statusRequest } from './ask-status.ts';
import { backoffMs } from './backoff.ts';

/** Maximum number of names kept; the oldest are dropped. */
const maxNames = 1000;

/**
 * Requests a middlebox answers although the service is reachable: it answered a probe right after, and other requests
 * since. Such a middlebox blocks only one request or endpoint, like a filter that dislikes a text, unlike a sign-in
 * page, which blocks everything. It counts as the failure of those requests alone, until the service itself answers
 * them. The first name is the requester, the others its endpoint.
 */
export class InterceptedRequests {
  readonly #intercepted = new Set<string>();
  readonly #suspected = new Set<string>();
  #hasServedOthers = false;

  /**
   * Records that a middlebox answered; returns whether only these are affected. Otherwise it may affect all requests.
   */
  isIsolated(names: readonly string[]): boolean {
    const isKnown = names.some((name) => this.#intercepted.has(name));
    if (isKnown && this.#hasServedOthers) return true;
    if (!isKnown) this.#hasServedOthers = false;
    for (const name of names) this.#suspected.add(name);
    return false;
  }

  /** The service answered, so the middlebox does not affect all requests. */
  serviceAnswered(): void {
    for (const name of this.#suspected) this.#intercepted.add(name);
    this.#suspected.clear();
    for (const name of this.#intercepted) {
      if (this.#intercepted.size <= maxNames) break;
      this.#intercepted.delete(name);
    }
  }

  /** Clears these names: the service itself answered them. */
  clearIntercepted(names: readonly string[]): void {
    const [requester = ''] = names;
    if (!this.#intercepted.has(requester)) this.#hasServedOthers = true;
    for (const name of names) {
      this.#intercepted.delete(name);
      this.#suspected.delete(name);
    }
  }
}

/**
 * Longest wait between probes while entries wait (ms), and the wait as a share of the outage so far: an intermittent
 * line is used while it is up.
 */
const maxWaitForEntriesMs = 30_000;
const waitShareOfOutage = 0.05;
/** After a sleep the network takes some time (ms) to return: failures until then are no outage. */
const networkReturnMs = 20_000;
const networkReturnProbeMs = 1000;
/**
 * If the announced sleep never happens, sending resumes after this time (ms of the monotonic clock, which stops during
 * sleep).
 */
const maxSuspendedMs = 60_000;
/**
 * Only a person can fix what causes a 401, perhaps at the service: one read at this interval (ms) tests whether it is
 * over.
 */
const unauthorizedProbeMs = 300_000;

/**
 * State of the connection, from the last exchange:
 *
 *   unknown ─answered─▶ online ─unreached─▶ offline ─answered─▶ online
 *   any ─pause─▶ paused ─answered, if sent since─▶ online
 *                paused, except by a 401 ─unreached, if sent since─▶ offline
 *   online, offline ─slept─▶ unknown, for a few seconds, even if unreached
 *
 * Unless online, only a probe is sent, when `probeInMs` is over. Waits are counted on the monotonic clock.
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
  #failedProbes = 0;
  #pauseCount = 0;
  #networkReturnAt = -Infinity;
  #suspendedUntil = -Infinity;
  readonly #intercepted = new InterceptedRequests();

  constructor(settings: () => Settings, clock: Clock, random: Random) {
    this.#settings = settings;
    this.#clock = clock;
    this.#random = random;
    this.#since = clock.now();
  }

  get isOnline(): boolean {
    return this.#state === 'online' && this.#suspendedMs() === 0;
  }

  /** Milliseconds until the next probe, or until a rest is over; 0: now; null: none. */
  probeInMs(entriesWait: boolean): number | null {
    const suspendedMs = this.#suspendedMs();
    if (suspendedMs > 0) return suspendedMs;
    if (this.#state === 'online') return null;
    return Math.max(0, (entriesWait ? this.#probeForEntriesAt : this.#probeAt) - this.#clock.monotonic());
  }

  /** The service answered an exchange begun at `startedAt` (monotonic ms). */
  recordAnswer(startedAt: number): void {
    this.#answeredAt = this.#clock.monotonic();
    // An exchange begun before the pause says nothing about its end.
    if (this.#state === 'paused' && startedAt < this.#changedAt) return;
    this.#failedProbes = 0;
    this.#intercepted.serviceAnswered();
    this.#setState('online', null);
  }

  /** A create was accepted or refused normally, so the cause of the last pause is gone. */
  recordDelivery(): void {
    this.#pauseCount = 0;
  }

  /** An exchange begun at `startedAt` (monotonic ms) was not answered. */
  recordUnreached(startedAt: number, cause: SyncStatus['cause']): void {
    // One slow request while others were answered is no outage.
    if (this.#answeredAt > startedAt) return;
    // Requests under way when the outage or the pause began belong to it.
    if ((this.#state === 'offline' || this.#state === 'paused') && startedAt < this.#changedAt) return;
    // An unreachable service does not make a wrong secret right.
    if (this.#pause?.why === 'unauthorized') return this.#probeIn(unauthorizedProbeMs, Infinity);
    if (this.#state === 'unknown' && this.#clock.monotonic() < this.#networkReturnAt)
      return this.#probeIn(networkReturnProbeMs, networkReturnProbeMs);
    this.#cause = cause;
    // The first probe is sent at once, so a single broken connection costs no time.
    const wait = this.#state === 'offline' ? backoffMs(this.#failedProbes, this.#settings(), this.#random) : 0;
    this.#failedProbes += 1;
    this.#probeIn(wait, this.#maxWaitForEntriesMs());
    this.#setState('offline', null);
  }

  /**
   * The pause that this answer means for these names (an entry or a path, and an endpoint): null if it is no pause, or
   * only their own failure.
   */
  sharedPauseOf(pause: SyncPause | null, names: readonly string[]): SyncPause | null {
    if (pause === null) this.#intercepted.clearIntercepted(names);
    if (pause?.why !== 'something-else-answered' && pause?.why !== 'redirect') return pause;
    return this.#intercepted.isIsolated(names) ? null : pause;
  }

  /** `isFromRead`: a read or a probe triggered it, and no order was sent for it. */
  recordPause(pause: SyncPause, startedAt: number, isFromRead: boolean): void {
    if (this.#state === 'paused' && startedAt < this.#changedAt) return;
    this.#pauseCount += 1;
    const { backoffFirstSeconds, backoffMostSeconds } = this.#settings();
    const wait = Math.min(backoffMostSeconds, backoffFirstSeconds * 2 ** (this.#pauseCount - 1)) * 1000;
    if (pause.why === 'unauthorized') this.#probeIn(unauthorizedProbeMs, Infinity);
    else this.#probeIn(wait, isFromRead ? maxWaitForEntriesMs : Infinity);
    this.#setState('paused', pause);
  }

  tryNow(): void {
    this.#probeIn(0, 0);
  }

  /** The computer is going to sleep: nothing is sent until `recordWake`. */
  suspend(): void {
    this.#suspendedUntil = this.#clock.monotonic() + maxSuspendedMs;
  }

  /** The computer woke up: probes the connection again at once. */
  recordWake(): void {
    this.#networkReturnAt = this.#clock.monotonic() + networkReturnMs;
    this.#suspendedUntil = -Infinity;
    this.#failedProbes = 0;
    if (this.#state !== 'paused') this.#setState('unknown', null);
    this.tryNow();
  }

  status(): Pick<SyncStatus, 'connection' | 'since' | 'cause' | 'pause'> {
    const pause = this.#pause && { why: this.#pause.why, message: this.#pause.message };
    const cause = this.#state === 'offline' && this.#cause !== undefined ? { cause: this.#cause } : {};
    return { connection: this.#state, since: this.#since, ...cause, pause };
  }

  #suspendedMs(): number {
    return Math.max(0, this.#suspendedUntil - this.#clock.monotonic());
  }

  #maxWaitForEntriesMs(): number {
    const outageMs = this.#state === 'offline' ? this.#clock.monotonic() - this.#changedAt : 0;
    const firstMs = this.#settings().backoffFirstSeconds * 1000;
    return Math.min(maxWaitForEntriesMs, Math.max(firstMs, outageMs * waitShareOfOutage));
  }

  #probeIn(ms: number, maxForEntriesMs: number): void {
    const now = this.#clock.monotonic();
    this.#probeAt = now + ms;
    this.#probeForEntriesAt = now + Math.min(ms, maxForEntriesMs);
  }

  #setState(state: 'unknown' | 'online' | 'offline' | 'paused', pause: SyncPause | null): void {
    if (state !== this.#state) {
      this.#since = this.#clock.now();
      this.#changedAt = this.#clock.monotonic();
    }
    this.#state = state;
    this.#pause = pause;
  }
}

/** An id that no order has: its 404 is an answer of the service like any other. */
export const unknownId = 'desk-connection-check';
const probeTimeoutMs = 10_000;
const patientProbeInterval = 3;

export interface Probe {
  endpoint: EndpointNumber;
  sendable: SerializedRequest;
  /** longest wait for the answer (ms), unless a setting is shorter */
  timeoutMs: number;
}

/**
 * Reads that test whether the service answers: the status endpoints. They take turns, since one of them may fail alone;
 * the last to fail is tried last. A hanging probe must not delay the next as long as an order may take, so only every
 * third in a row gets that long, to detect a line on which every answer is slow.
 */
export class ProbeTurns {
  #endpoints: readonly EndpointNumber[] = [...new Set(createNumbers.flatMap((create) => endpointOf(create).outcome))];
  #unansweredCount = 0;

  nextProbe(settings: Settings): Probe {
    const [endpoint = 16] = this.#endpoints;
    const sendable = statusRequest(endpoint, [unknownId], settings);
    const isPatient = this.#unansweredCount % patientProbeInterval === patientProbeInterval - 1;
    return { endpoint, sendable, timeoutMs: isPatient ? Infinity : probeTimeoutMs };
  }

  /** Moves an endpoint to the end: the service did not answer a read of it, a probe or another. */
  moveToEnd(endpoint: EndpointNumber): void {
    if (!this.#endpoints.includes(endpoint)) return;
    this.#endpoints = [...this.#endpoints.filter((one) => one !== endpoint), endpoint];
  }

  /** A probe was answered, by the service or a middlebox. */
  resetUnanswered(): void {
    this.#unansweredCount = 0;
  }

  /** A probe had no answer. */
  countUnanswered(): void {
    this.#unansweredCount += 1;
  }
}
