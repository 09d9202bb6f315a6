import type { SyncStatus } from '../../shared/contract/sync-procedures.ts';
import type { Timer } from '../service/timer.ts';
import { WakeSignal } from './wake-signal.ts';
import { settleInterrupted } from './deliver.ts';
import { PersistedHealth } from './persisted-health.ts';
import { maxConsecutiveFaults } from './durable-writes.ts';
import { PollBackoff } from './backoff.ts';
import { probeConnection } from './read.ts';
import { longestTickMs } from './running-time.ts';
import { FilledSlots } from './filled-slots.ts';
import { listUnhealthyEndpoints } from './troubled-endpoints.ts';
import type { SyncContext } from './sync-context.ts';

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
