import { endpointOf } from '../../shared/service/endpoints.ts';
import type { DueRead, SyncOutbox } from '../outbox/entry.ts';

/** Entries looked up at once; as many as one question to endpoint 11 names. */
const most = 50;

/** Statuses to ask, one job per request: single entries, or all outbound orders that are due together. */
export class ReadJobs {
  readonly #outbox: Pick<SyncOutbox, 'dueReads'>;
  readonly #underWay = new Set<string>();
  #waiting: DueRead[] = [];

  constructor(outbox: Pick<SyncOutbox, 'dueReads'>) {
    this.#outbox = outbox;
  }

  /** Whether a job is there to be taken; looks for due ones when none is left. */
  look(now: number): boolean {
    if (this.#waiting.length === 0) {
      const due = this.#outbox.dueReads(most + this.#underWay.size, now);
      this.#waiting = due.filter(({ id }) => !this.#underWay.has(id));
    }
    return this.#waiting.length > 0;
  }

  /** The next job, its entries under way until `done`. */
  take(): DueRead[] {
    const first = this.#waiting.shift();
    if (!first) return [];
    const together = (entry: DueRead) => takesMany(first) && takesMany(entry);
    const job = [first, ...this.#waiting.filter(together)];
    this.#waiting = this.#waiting.filter((entry) => !together(entry));
    for (const { id } of job) this.#underWay.add(id);
    return job;
  }

  done(job: readonly DueRead[]): void {
    for (const { id } of job) this.#underWay.delete(id);
  }

  /** What was looked up is forgotten: a person or an outage came between. */
  forget(): void {
    this.#waiting = [];
  }
}

export const takesMany = ({ endpoint }: DueRead): boolean => endpointOf(endpoint).outcome[0] === 11;
