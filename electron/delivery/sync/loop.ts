import type { SyncStatus } from '../../../shared/contract/sync-procedures.ts';
import { createNumbers, type CreateNumber } from '../../../shared/creates/create-kinds.ts';
import { endpointOf, type EndpointNumber } from '../../../shared/service/endpoints.ts';
import type { ClaimedEntry, ClaimLimit } from '../../outbox/entry.ts';
import type { Timer } from '../../platform/timer.ts';
import { PollBackoff } from './backoff.ts';
import { deliver, settleInterrupted } from './deliver.ts';
import { maxConsecutiveFaults } from './durable-writes.ts';
import { PersistedHealth, listUnhealthyEndpoints } from './endpoint-health.ts';
import { runCheckJob, CheckJobs, statusEndpointOf, probeConnection } from './run-check-job.ts';
import { maxTickMs } from './running-time.ts';
import type { SyncContext } from './sync-context.ts';

/**
 * Lets the loop sleep until it is signalled or the time is over. A signal without a sleeper is kept for the next sleep.
 */
export class WakeSignal {
  readonly #timer: Timer;
  #isSet = false;
  #wake: (() => void) | null = null;

  constructor(timer: Timer) {
    this.#timer = timer;
  }

  wake(): void {
    this.#isSet = true;
    this.#wake?.();
  }

  async sleep(ms: number): Promise<void> {
    if (!this.#isSet) {
      await new Promise<void>((resolve) => {
        const cancel = this.#timer.after(ms, resolve);
        this.#wake = () => {
          cancel();
          resolve();
        };
      });
    }
    this.#wake = null;
    this.#isSet = false;
  }
}

/** Requests under way: each takes a slot until its answer arrives, and is awaited until the answer is on disk. */
export class RequestSlots {
  readonly #context: SyncContext;
  readonly #onEnded: () => void;
  readonly #onFault: (error: unknown) => void;
  readonly #jobs: CheckJobs;
  readonly #running = new Set<Promise<void>>();
  #takenSlots = 0;
  #lastWasCheck = false;

  constructor(context: SyncContext, onEnded: () => void, onFault: (error: unknown) => void) {
    this.#context = context;
    this.#onEnded = onEnded;
    this.#onFault = onFault;
    this.#jobs = new CheckJobs(context.outbox);
  }

  /** Number of requests under way and answers being written. */
  get underWay(): number {
    return this.#running.size;
  }

  /** No further request may start. */
  get isFull(): boolean {
    return this.#freeSlots <= 0;
  }

  /** Resolves when nothing is under way any more. */
  async whenIdle(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Discards the due checks already looked up. */
  discardDueChecks(): void {
    this.#jobs.discard();
  }

  /**
   * Fills the free slots: checks up to their share, then deliveries, then the remaining checks. With a rate limit, the
   * last allowed request is reserved for a delivery unless it is the checks' turn: a new order never waits for checks.
   */
  fill(): void {
    this.#jobs.refreshDue();
    this.#startChecks(this.#maxChecks());
    this.#startClaimed(this.#claimEntries(this.#startable));
    this.#startChecks(Math.min(this.#freeSlots, this.#requestsAllowed - (this.#lastWasCheck ? 1 : 0)));
  }

  /**
   * Claims entries for the free slots, except the checks' share, within the caller's commit; the callback it returns
   * starts them.
   */
  claimInSameCommit(): () => void {
    this.#jobs.refreshDue();
    const checksShare = this.#hasDueChecks() ? this.#maxChecks() : 0;
    const claimed = this.#claimEntries(this.#startable - checksShare);
    return () => this.#startClaimed(claimed);
  }

  get #freeSlots(): number {
    return this.#context.concurrency.slots - this.#takenSlots;
  }

  /** How many requests the rate allows now. */
  get #requestsAllowed(): number {
    return this.#context.concurrency.requestsAllowed(this.#context.clock.monotonic());
  }

  /** Requests that may start now. */
  get #startable(): number {
    return Math.min(this.#freeSlots, this.#requestsAllowed);
  }

  /**
   * Maximum number of checks to start: half of the reliable slots, as far as they are free, and half of what the rate
   * allows. Checks and deliveries alternate for an odd slot.
   */
  #maxChecks(): number {
    const { concurrency } = this.#context;
    const reliableSlots = Math.max(1, concurrency.slots - concurrency.unreliableSlots);
    const rounding = this.#lastWasCheck ? 0 : 1;
    const checksShare = Math.floor((reliableSlots + rounding) / 2);
    const checksUnderWay = this.#jobs.underWay().filter((endpoint) => !concurrency.isUnreliable(endpoint)).length;
    return Math.max(
      0,
      Math.min(checksShare - checksUnderWay, this.#freeSlots, Math.floor((this.#requestsAllowed + rounding) / 2)),
    );
  }

  #claimEntries(max: number): ClaimedEntry[] {
    const { outbox, clock, target, concurrency } = this.#context;
    if (max <= 0 || !outbox.hasClaimable(clock.now())) return [];
    return outbox.claim(max, clock.now(), target, this.#limits(), Math.max(0, concurrency.slotsForFailing));
  }

  #startClaimed(entries: readonly ClaimedEntry[]): void {
    if (entries.length === 0 || !this.#context.outbox.isFolderPresent()) return;
    for (const entry of entries)
      this.#startRequest(entry.endpoint, (onAnswered) => deliver(entry, this.#context, onAnswered));
    this.#lastWasCheck = false;
    this.#context.onChanged(entries.map(({ id }) => id));
  }

  #startChecks(max: number): void {
    for (let remaining = max; remaining > 0; remaining -= 1) {
      const job = this.#jobs.next(this.#context.clock.now(), this.#uncheckableCreates());
      const [first] = job;
      if (!first) return;
      this.#lastWasCheck = true;
      this.#startRequest(statusEndpointOf(first.endpoint), () =>
        runCheckJob(job, this.#context).finally(() => this.#jobs.endJob(job)),
      );
    }
  }

  #startRequest(endpoint: EndpointNumber, send: (onAnswered: () => void) => Promise<void>): void {
    const { concurrency, clock } = this.#context;
    let holdsSlot = true;
    const releaseSlot = (): void => {
      if (!holdsSlot) return;
      holdsSlot = false;
      this.#takenSlots -= 1;
      concurrency.end(endpoint);
    };
    concurrency.begin(endpoint, clock.monotonic());
    this.#takenSlots += 1;
    const request = send(releaseSlot)
      .catch(this.#onFault)
      .then(() => {
        releaseSlot();
        this.#running.delete(request);
        this.#onEnded();
      });
    this.#running.add(request);
  }

  #hasDueChecks(): boolean {
    return this.#jobs.hasJob(this.#context.clock.now(), this.#uncheckableCreates());
  }

  #limits(): ClaimLimit[] {
    const { concurrency, pauses, clock } = this.#context;
    const paused = pauses.activePauses();
    return concurrency
      .limits(createNumbers, clock.monotonic(), this.#hasDueChecks())
      .map((limit) =>
        paused.includes(limit.endpoint) ? { ...limit, max: 0, maxWhenAlone: 0, health: 'badly' } : limit,
      );
  }

  /** Creates that cannot be checked now, because their status endpoint takes no more requests. */
  #uncheckableCreates(): CreateNumber[] {
    const { concurrency, clock } = this.#context;
    const withStatus = createNumbers.filter((create) => endpointOf(create).outcome.length > 0);
    const fullEndpoints = concurrency
      .limits([...new Set(withStatus.map(statusEndpointOf))], clock.monotonic())
      .filter(({ max, health }) => max === 0 || (health === 'badly' && concurrency.slotsForFailing <= 0))
      .map(({ endpoint }) => endpoint);
    return withStatus.filter((create) => fullEndpoints.includes(statusEndpointOf(create)));
  }
}

export interface LoopEvents {
  onStatus: (status: SyncStatus) => void;
  /** a fault of the program or of the disk; the loop continues */
  onFault: (error: unknown) => void;
}

/** Pause after a fault (ms). */
const faultPauseMs = 1000;

/**
 * Wakes, fills free slots with due work, sleeps:
 *
 *   resume ─▶ turn ─▶ sleep ─▶ turn …        not online: a probe, when it is due
 *                │                           online: checks and deliveries, half each of the slots not held up
 *                └─ the end of a request, a new entry, a due time and "try now" wake it
 */
export class Loop {
  readonly #context: SyncContext;
  readonly #events: LoopEvents;
  readonly #wakeSignal: WakeSignal;
  readonly #persistedHealth = new PersistedHealth();
  readonly #slots: RequestSlots;
  #probe: Promise<void> | null = null;
  #hasSettledInterrupted = false;
  #consecutiveFaults = 0;
  readonly #pollBackoff = new PollBackoff();
  #isStopping = false;
  #isStopped = false;
  #lastReported = '';

  constructor(context: SyncContext, timer: Timer, events: LoopEvents) {
    this.#context = context;
    this.#events = events;
    this.#wakeSignal = new WakeSignal(timer);
    this.#slots = new RequestSlots(context, () => this.wake(), events.onFault);
  }

  /** Runs until `stop`; resolves when nothing is under way any more. */
  async run(): Promise<void> {
    while (!this.#isStopping) {
      this.#context.running.tick();
      this.#tryRun(() => this.#context.running.writeIfDue());
      const sleepMs = this.#tryRun(() => this.#runOnce());
      this.#consecutiveFaults = sleepMs === null ? this.#consecutiveFaults + 1 : 0;
      this.#tryRun(() => this.#persistedHealth.saveIfDue(this.#context));
      this.#reportStatus();
      await this.#wakeSignal.sleep(Math.min(sleepMs ?? faultPauseMs, maxTickMs));
    }
    await Promise.all([this.#slots.whenIdle(), this.#probe]);
    this.#tryRun(() => {
      this.#context.running.tick();
      this.#context.running.write();
    });
    this.#tryRun(() => this.#persistedHealth.saveIfDue(this.#context, true));
    this.#isStopped = true;
    this.#reportStatus();
  }

  stop(): void {
    this.#isStopping = true;
    this.#wakeSignal.wake();
  }

  wake(): void {
    this.#pollBackoff.reset();
    this.#wakeSignal.wake();
  }

  /** Skips every wait of the loop itself. */
  tryNow(): void {
    const { connection, pauses, concurrency } = this.#context;
    connection.tryNow();
    pauses.tryNow();
    concurrency.tryNow();
    this.#slots.discardDueChecks();
    this.wake();
  }

  status(): SyncStatus {
    const { connection, pauses, writes } = this.#context;
    const { underWay } = this.#slots;
    const connectionStatus = connection.status();
    return {
      ...connectionStatus,
      ...(this.#isStopped && { connection: 'stopped' }),
      pausedEndpoints: pauses.status(),
      troubledEndpoints: listUnhealthyEndpoints(this.#context),
      underWay,
      cannotWrite: writes.isStuck || this.#consecutiveFaults >= maxConsecutiveFaults,
      idle: underWay === 0 && !this.#isBusy(),
    };
  }

  #isBusy(): boolean {
    const { outbox, clock, settings } = this.#context;
    return outbox.isBusy(clock.now(), settings.stuckSeconds * 1000);
  }

  /** Starts what is due; returns how long to sleep (ms). */
  #runOnce(): number {
    const { connection, concurrency, clock, writes } = this.#context;
    if (!this.#hasSettledInterrupted) settleInterrupted(this.#context);
    this.#hasSettledInterrupted = true;
    if (!connection.isOnline) return this.#startProbe();
    // An answer could not be stored now, so nothing is sent.
    if (writes.isBlocked) return faultPauseMs;
    // The next entries are claimed in the pending commit, which wakes the loop.
    if (writes.hasPending) return maxTickMs;
    const restMs = concurrency.restMs(clock.monotonic());
    if (restMs > 0) return restMs;
    this.#slots.fill();
    return this.#sleepMs();
  }

  #startProbe(): number {
    this.#slots.discardDueChecks();
    const { connection } = this.#context;
    const inMs = connection.probeInMs(this.#isBusy());
    if (this.#probe || inMs === null) return maxTickMs;
    if (inMs > 0) return inMs;
    this.#probe = probeConnection(this.#context)
      .catch(this.#events.onFault)
      .then(() => {
        this.#probe = null;
        this.#wakeSignal.wake();
      });
    return maxTickMs;
  }

  /**
   * Claims entries for the slots of attempts whose answers are being written, within the same commit: one disk sync
   * covers both. The callback it returns starts them once that is on disk.
   */
  claimInSameCommit(): () => void {
    const { connection, concurrency, clock, writes } = this.#context;
    const mayClaim =
      !this.#isStopping && connection.isOnline && !writes.isBlocked && concurrency.restMs(clock.monotonic()) === 0;
    return mayClaim ? this.#slots.claimInSameCommit() : () => undefined;
  }

  #sleepMs(): number {
    const { outbox, clock, pauses, concurrency } = this.#context;
    if (this.#slots.isFull) return maxTickMs;
    const untilMoreAllowedMs = concurrency.untilMoreAllowedMs(clock.monotonic());
    if (untilMoreAllowedMs !== null && concurrency.requestsAllowed(clock.monotonic()) === 0) return untilMoreAllowedMs;
    const dueMs = outbox.nextDue(clock.now()) ?? maxTickMs;
    // A due entry that was not claimed is under way, or its endpoint is full.
    const waits = [
      dueMs === 0 ? this.#pollBackoff.nextIntervalMs() : dueMs,
      pauses.untilNextMs(),
      concurrency.nextMs(clock.monotonic()),
      untilMoreAllowedMs,
    ];
    return Math.min(...waits.filter((wait) => wait !== null));
  }

  #reportStatus(): void {
    this.#tryRun(() => {
      const status = this.status();
      const statusText = JSON.stringify(status);
      if (statusText === this.#lastReported) return;
      this.#lastReported = statusText;
      this.#events.onStatus(status);
    });
  }

  #tryRun<T>(action: () => T): T | null {
    try {
      return action();
    } catch (error) {
      this.#events.onFault(error);
      return null;
    }
  }
}
