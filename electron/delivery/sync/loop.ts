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
import { longestTickMs } from './running-time.ts';
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

/** Work under way: each item takes a slot until its answer arrives, and is awaited until that is on disk. */
export class FilledSlots {
  readonly #context: SyncContext;
  readonly #onEnded: () => void;
  readonly #onFault: (error: unknown) => void;
  readonly #jobs: CheckJobs;
  readonly #begun = new Set<Promise<void>>();
  #taken = 0;
  #checkedLast = false;

  constructor(context: SyncContext, onEnded: () => void, onFault: (error: unknown) => void) {
    this.#context = context;
    this.#onEnded = onEnded;
    this.#onFault = onFault;
    this.#jobs = new CheckJobs(context.outbox);
  }

  /** Number of requests under way and answers being written. */
  get underWay(): number {
    return this.#begun.size;
  }

  /** No further request may start. */
  get isFull(): boolean {
    return this.#free <= 0;
  }

  /** Resolves when nothing is under way any more. */
  async whenIdle(): Promise<void> {
    await Promise.all(this.#begun);
  }

  /** Discards the due checks already looked up. */
  discardDueChecks(): void {
    this.#jobs.discard();
  }

  /**
   * Fills the free slots: checks up to their share, deliveries, then remaining checks. With a rate limit, the last
   * request allowed is kept for a delivery unless it is the checks' turn: a newly entered order never waits for checks.
   */
  fill(): void {
    this.#jobs.refreshDue();
    this.#startChecks(this.#checksShare());
    this.#startClaimed(this.#claim(this.#open));
    this.#startChecks(Math.min(this.#free, this.#ready - (this.#checkedLast ? 1 : 0)));
  }

  /**
   * Claims entries for the free slots, except the checks' share, within the caller's commit; the callback it returns
   * starts them.
   */
  claimInSameCommit(): () => void {
    this.#jobs.refreshDue();
    const forReads = this.#hasDueChecks() ? this.#checksShare() : 0;
    const claimed = this.#claim(this.#open - forReads);
    return () => this.#startClaimed(claimed);
  }

  get #free(): number {
    return this.#context.concurrency.slots - this.#taken;
  }

  /** How many requests the rate allows now. */
  get #ready(): number {
    return this.#context.concurrency.ready(this.#context.clock.monotonic());
  }

  /** Requests that may start now. */
  get #open(): number {
    return Math.min(this.#free, this.#ready);
  }

  /**
   * Half of the slots not held up, as far as they are free, and half of what the rate allows. Checks and deliveries
   * alternate for an odd or single one.
   */
  #checksShare(): number {
    const { concurrency } = this.#context;
    const open = Math.max(1, concurrency.slots - concurrency.unreliableSlots);
    const odd = this.#checkedLast ? 0 : 1;
    const forReads = Math.floor((open + odd) / 2);
    const reading = this.#jobs.underWay().filter((endpoint) => !concurrency.isUnreliable(endpoint)).length;
    return Math.max(0, Math.min(forReads - reading, this.#free, Math.floor((this.#ready + odd) / 2)));
  }

  #claim(most: number): ClaimedEntry[] {
    const { outbox, clock, target, concurrency } = this.#context;
    if (most <= 0 || !outbox.hasClaimable(clock.now())) return [];
    return outbox.claim(most, clock.now(), target, this.#limits(), Math.max(0, concurrency.slotsForFailing));
  }

  #startClaimed(claimed: readonly ClaimedEntry[]): void {
    if (claimed.length === 0 || !this.#context.outbox.isFolderPresent()) return;
    for (const entry of claimed) this.#start(entry.endpoint, (answered) => deliver(entry, this.#context, answered));
    this.#checkedLast = false;
    this.#context.onChanged(claimed.map(({ id }) => id));
  }

  #startChecks(most: number): void {
    for (let left = most; left > 0; left -= 1) {
      const job = this.#jobs.next(this.#context.clock.now(), this.#uncheckableCreates());
      const [first] = job;
      if (!first) return;
      this.#checkedLast = true;
      this.#start(statusEndpointOf(first.endpoint), () =>
        runCheckJob(job, this.#context).finally(() => this.#jobs.done(job)),
      );
    }
  }

  #start(endpoint: EndpointNumber, work: (answered: () => void) => Promise<void>): void {
    const { concurrency, clock } = this.#context;
    let isTaken = true;
    const answered = (): void => {
      if (!isTaken) return;
      isTaken = false;
      this.#taken -= 1;
      concurrency.end(endpoint);
    };
    concurrency.begin(endpoint, clock.monotonic());
    this.#taken += 1;
    const slot = work(answered)
      .catch(this.#onFault)
      .then(() => {
        answered();
        this.#begun.delete(slot);
        this.#onEnded();
      });
    this.#begun.add(slot);
  }

  #hasDueChecks(): boolean {
    return this.#jobs.has(this.#context.clock.now(), this.#uncheckableCreates());
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
    const full = concurrency
      .limits([...new Set(withStatus.map(statusEndpointOf))], clock.monotonic())
      .filter(({ max, health }) => max === 0 || (health === 'badly' && concurrency.slotsForFailing <= 0))
      .map(({ endpoint }) => endpoint);
    return withStatus.filter((create) => full.includes(statusEndpointOf(create)));
  }
}

export interface LoopEvents {
  onStatus: (status: SyncStatus) => void;
  /** a fault of the program or of the disk; the loop continues */
  onFault: (error: unknown) => void;
}

/** Pause after a fault (ms). */
const afterFaultMs = 1000;

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
  readonly #slots: FilledSlots;
  #probing: Promise<void> | null = null;
  #resumed = false;
  #faults = 0;
  readonly #pollBackoff = new PollBackoff();
  #stopping = false;
  #stopped = false;
  #shown = '';

  constructor(context: SyncContext, timer: Timer, events: LoopEvents) {
    this.#context = context;
    this.#events = events;
    this.#wakeSignal = new WakeSignal(timer);
    this.#slots = new FilledSlots(context, () => this.wake(), events.onFault);
  }

  /** Runs until `stop`; resolves when nothing is under way any more. */
  async run(): Promise<void> {
    while (!this.#stopping) {
      this.#context.running.tick();
      this.#guarded(() => this.#context.running.writeIfDue());
      const sleepMs = this.#guarded(() => this.#turn());
      this.#faults = sleepMs === null ? this.#faults + 1 : 0;
      this.#guarded(() => this.#persistedHealth.saveIfDue(this.#context));
      this.#report();
      await this.#wakeSignal.sleep(Math.min(sleepMs ?? afterFaultMs, longestTickMs));
    }
    await Promise.all([this.#slots.whenIdle(), this.#probing]);
    this.#guarded(() => {
      this.#context.running.tick();
      this.#context.running.write();
    });
    this.#guarded(() => this.#persistedHealth.saveIfDue(this.#context, true));
    this.#stopped = true;
    this.#report();
  }

  stop(): void {
    this.#stopping = true;
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
    const shown = connection.status();
    return {
      ...shown,
      ...(this.#stopped && { connection: 'stopped' }),
      pausedEndpoints: pauses.status(),
      troubledEndpoints: listUnhealthyEndpoints(this.#context),
      underWay,
      cannotWrite: writes.isStuck || this.#faults >= maxConsecutiveFaults,
      idle: underWay === 0 && !this.#busy(),
    };
  }

  #busy(): boolean {
    const { outbox, clock, settings } = this.#context;
    return outbox.isBusy(clock.now(), settings.stuckSeconds * 1000);
  }

  /** Starts what is due; returns how long to sleep (ms). */
  #turn(): number {
    const { connection, concurrency, clock, writes } = this.#context;
    if (!this.#resumed) settleInterrupted(this.#context);
    this.#resumed = true;
    if (!connection.isOnline) return this.#probe();
    // An answer could not be stored now, so nothing is sent.
    if (writes.isBlocked) return afterFaultMs;
    // The next entries are claimed in the pending commit, which wakes the loop.
    if (writes.hasPending) return longestTickMs;
    const restMs = concurrency.restMs(clock.monotonic());
    if (restMs > 0) return restMs;
    this.#slots.fill();
    return this.#untilNext();
  }

  #probe(): number {
    this.#slots.discardDueChecks();
    const { connection } = this.#context;
    const inMs = connection.probeInMs(this.#busy());
    if (this.#probing || inMs === null) return longestTickMs;
    if (inMs > 0) return inMs;
    this.#probing = probeConnection(this.#context)
      .catch(this.#events.onFault)
      .then(() => {
        this.#probing = null;
        this.#wakeSignal.wake();
      });
    return longestTickMs;
  }

  /**
   * Claims entries for the slots of attempts whose answers are being written, within the same commit: one disk sync
   * covers both. The callback it returns starts them once that is on disk.
   */
  claimInSameCommit(): () => void {
    const { connection, concurrency, clock, writes } = this.#context;
    const mayClaim =
      !this.#stopping && connection.isOnline && !writes.isBlocked && concurrency.restMs(clock.monotonic()) === 0;
    return mayClaim ? this.#slots.claimInSameCommit() : () => undefined;
  }

  #untilNext(): number {
    const { outbox, clock, pauses, concurrency } = this.#context;
    if (this.#slots.isFull) return longestTickMs;
    const moreMs = concurrency.moreReadyMs(clock.monotonic());
    if (moreMs !== null && concurrency.ready(clock.monotonic()) === 0) return moreMs;
    const dueMs = outbox.nextDue(clock.now()) ?? longestTickMs;
    // A due entry that was not taken is under way, or its endpoint takes no more.
    const waits = [
      dueMs === 0 ? this.#pollBackoff.next() : dueMs,
      pauses.nextMs(),
      concurrency.nextMs(clock.monotonic()),
      moreMs,
    ];
    return Math.min(...waits.filter((wait) => wait !== null));
  }

  #report(): void {
    this.#guarded(() => {
      const status = this.status();
      const shown = JSON.stringify(status);
      if (shown === this.#shown) return;
      this.#shown = shown;
      this.#events.onStatus(status);
    });
  }

  #guarded<T>(act: () => T): T | null {
    try {
      return act();
    } catch (error) {
      this.#events.onFault(error);
      return null;
    }
  }
}
