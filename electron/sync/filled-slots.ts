import { createNumbers, type CreateNumber } from '../../shared/creates/create-kinds.ts';
import { endpointOf, type EndpointNumber } from '../../shared/service/endpoints.ts';
import type { ClaimedEntry, ClaimLimit } from '../outbox/entry.ts';
import { deliver } from './deliver.ts';
import { runCheckJob } from './read.ts';
import { CheckJobs, statusEndpointOf } from './read-jobs.ts';
import type { SyncContext } from './sync-context.ts';

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
      .filter(({ max: most, health: goes }) => most === 0 || (goes === 'badly' && concurrency.slotsForFailing <= 0))
      .map(({ endpoint }) => endpoint);
    return withStatus.filter((create) => full.includes(statusEndpointOf(create)));
  }
}
