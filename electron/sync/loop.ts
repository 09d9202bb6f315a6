import { endpointOf, type EndpointNumber } from '../../shared/service/endpoints.ts';
import type { SyncStatus } from '../../shared/contract/sync-procedures.ts';
import type { Timer } from '../service/timer.ts';
import { createNumbers, type CreateNumber } from '../../shared/creates/create-kinds.ts';
import type { Limit } from '../outbox/entry.ts';
import { WakeSignal } from './wake-signal.ts';
import { deliver, resume } from './deliver.ts';
import { PersistedHealth } from './persisted-health.ts';
import { faultsInARow } from './durable-writes.ts';
import { PollBackoff } from './backoff.ts';
import { probeConnection, readStatuses } from './read.ts';
import { ReadJobs, statusOf } from './read-jobs.ts';
import { longestTickMs } from './running-time.ts';
import { troubledEndpoints } from './troubled-endpoints.ts';
import type { SyncContext } from './sync-context.ts';

export interface LoopEvents {
  onStatus: (status: SyncStatus) => void;
  /** a fault of ours or of the disk; the loop goes on */
  onFault: (error: unknown) => void;
}

/** After a fault (ms). */
const afterFaultMs = 1000;

/**
 * Wake, take what is due into free slots, sleep:
 *
 *   resume ─▶ turn ─▶ sleep ─▶ turn …        not online: a probe, when it is time
 *                │                           online: status reads and deliveries, half each of what does not hang
 *                └─ a slot's end, a new entry, a due time and "try now" ring the bell
 */
export class Loop {
  readonly #context: SyncContext;
  readonly #events: LoopEvents;
  readonly #wakeSignal: WakeSignal;
  readonly #jobs: ReadJobs;
  readonly #persistedHealth = new PersistedHealth();
  readonly #slots = new Set<Promise<void>>();
  #probing: Promise<void> | null = null;
  #readLast = false;
  #resumed = false;
  #faults = 0;
  readonly #again = new PollBackoff();
  #stopping = false;
  #stopped = false;
  #shown = '';

  constructor(work: SyncContext, timer: Timer, events: LoopEvents) {
    this.#context = work;
    this.#events = events;
    this.#wakeSignal = new WakeSignal(timer);
    this.#jobs = new ReadJobs(work.outbox);
  }

  /** Runs until `stop`; ends when nothing is under way any more. */
  async run(): Promise<void> {
    while (!this.#stopping) {
      this.#context.running.tick();
      this.#guarded(() => this.#context.running.keep());
      const sleepMs = this.#guarded(() => this.#turn());
      this.#faults = sleepMs === null ? this.#faults + 1 : 0;
      this.#guarded(() => this.#persistedHealth.keep(this.#context));
      this.#report();
      await this.#wakeSignal.sleep(Math.min(sleepMs ?? afterFaultMs, longestTickMs));
    }
    await Promise.all([...this.#slots, this.#probing]);
    this.#guarded(() => {
      this.#context.running.tick();
      this.#context.running.write();
    });
    this.#guarded(() => this.#persistedHealth.keep(this.#context, true));
    this.#stopped = true;
    this.#report();
  }

  stop(): void {
    this.#stopping = true;
    this.#wakeSignal.wake();
  }

  wake(): void {
    this.#again.reset();
    this.#wakeSignal.wake();
  }

  /** Skips every wait of the loop itself. */
  tryNow(): void {
    const { connection, pauses, concurrency } = this.#context;
    connection.tryNow();
    pauses.tryNow();
    concurrency.tryNow();
    this.#jobs.forget();
    this.wake();
  }

  status(): SyncStatus {
    const { connection, pauses, writes } = this.#context;
    const underWay = this.#slots.size;
    const shown = connection.status();
    return {
      ...shown,
      ...(this.#stopped && { connection: 'stopped' }),
      pausedEndpoints: pauses.status(),
      troubledEndpoints: troubledEndpoints(this.#context),
      underWay,
      cannotWrite: writes.stuck || this.#faults >= faultsInARow,
      idle: underWay === 0 && !this.#busy(),
    };
  }

  #busy(): boolean {
    const { outbox, clock, settings } = this.#context;
    return outbox.busy(clock.now(), settings.stuckSeconds * 1000);
  }

  /** One look at what there is to do; answers how long to sleep (ms). */
  #turn(): number {
    const { connection, concurrency, clock, writes } = this.#context;
    if (!this.#resumed) resume(this.#context);
    this.#resumed = true;
    if (!connection.isOnline) return this.#probe();
    // What would be asked now could not be kept.
    if (writes.waiting) return afterFaultMs;
    const restMs = concurrency.restMs(clock.monotonic());
    if (restMs > 0) return restMs;
    this.#fill();
    return this.#untilNext();
  }

  #probe(): number {
    this.#jobs.forget();
    const { connection } = this.#context;
    const inMs = connection.probeInMs(this.#busy());
    if (this.#probing || inMs === null) return longestTickMs;
    if (inMs > 0) return inMs;
    this.#probing = this.#slot(probeConnection(this.#context)).then(() => {
      this.#probing = null;
      this.#wakeSignal.wake();
    });
    return longestTickMs;
  }

  /** Takes work into the free slots: reads up to their share, deliveries, then whatever reads are left. */
  #fill(): void {
    const { outbox, clock, target, concurrency } = this.#context;
    const slots = concurrency.slots;
    this.#jobs.refreshDue();
    // Half of the slots that are not held up; an odd one, and so a single one, they take by turns with deliveries.
    const open = Math.max(1, slots - concurrency.heldUp);
    const forReads = Math.floor((open + (this.#readLast ? 0 : 1)) / 2);
    const reading = this.#jobs.underWay().filter((endpoint) => !concurrency.isHeldUp(endpoint)).length;
    this.#startReads(Math.min(forReads - reading, slots - this.#slots.size));

    const free = slots - this.#slots.size;
    const claimed =
      free > 0 && outbox.claimable(clock.now())
        ? outbox.claim(free, clock.now(), target, this.#limits(), Math.max(0, concurrency.slotsForTroubled))
        : [];
    for (const entry of claimed) this.#start(entry.endpoint, () => deliver(entry, this.#context));
    if (claimed.length > 0) {
      this.#readLast = false;
      this.#context.onChanged(claimed.map(({ id }) => id));
    }

    this.#startReads(slots - this.#slots.size);
  }

  #limits(): Limit[] {
    const { concurrency, pauses, clock } = this.#context;
    const paused = pauses.skipped();
    return concurrency
      .limits(createNumbers, clock.monotonic(), this.#jobs.has(clock.now(), this.#unread()))
      .map((limit) => (paused.includes(limit.endpoint) ? { ...limit, most: 0, alone: 0, goes: 'badly' } : limit));
  }

  #startReads(most: number): void {
    const { clock } = this.#context;
    for (let left = most; left > 0; left -= 1) {
      const job = this.#jobs.next(clock.now(), this.#unread());
      const [first] = job;
      if (!first) return;
      this.#readLast = true;
      this.#start(statusOf(first.endpoint), () => readStatuses(job, this.#context).finally(() => this.#jobs.done(job)));
    }
  }

  /** Creates whose status is not asked now, since the endpoint that tells it takes no more. */
  #unread(): CreateNumber[] {
    const { concurrency, clock } = this.#context;
    const withStatus = createNumbers.filter((create) => endpointOf(create).outcome.length > 0);
    const full = concurrency
      .limits([...new Set(withStatus.map(statusOf))], clock.monotonic())
      .filter(({ most, goes }) => most === 0 || (goes === 'badly' && concurrency.slotsForTroubled <= 0))
      .map(({ endpoint }) => endpoint);
    return withStatus.filter((create) => full.includes(statusOf(create)));
  }

  #start(endpoint: EndpointNumber, work: () => Promise<void>): void {
    const { concurrency, clock } = this.#context;
    concurrency.begin(endpoint, clock.monotonic());
    const slot = this.#slot(work()).then(() => {
      concurrency.end(endpoint);
      this.#slots.delete(slot);
      this.wake();
    });
    this.#slots.add(slot);
  }

  async #slot(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#events.onFault(error);
    }
  }

  #untilNext(): number {
    const { outbox, clock, pauses, concurrency } = this.#context;
    if (this.#slots.size >= concurrency.slots) return longestTickMs;
    const dueMs = outbox.nextDue(clock.now()) ?? longestTickMs;
    // Due, and yet not taken: it is under way, or its endpoint takes no more.
    const waits = [dueMs === 0 ? this.#again.next() : dueMs, pauses.nextMs(), concurrency.nextMs(clock.monotonic())];
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
