import { endpointOf } from '../../shared/service/endpoints.ts';
import type { EndpointNumber } from '../../shared/service/endpoint.ts';
import type { CreateNumber, DueRead, SyncOutbox } from '../outbox/entry.ts';

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

  /** Whether a job is there to be taken, but for those of `skip`; looks for due ones where none is. */
  has(now: number, skip: readonly CreateNumber[]): boolean {
    const may = ({ endpoint }: DueRead): boolean => !skip.includes(endpoint);
    if (this.#waiting.some(may)) return true;
    this.#waiting = this.#outbox.dueReads(most, now, skip, this.#underWay);
    return this.#waiting.length > 0;
  }

  /** The next job, its entries under way until `done`; empty where none is due but those of `skip`. */
  next(now: number, skip: readonly CreateNumber[]): DueRead[] {
    if (!this.has(now, skip)) return [];
    const first = this.#waiting.find(({ endpoint }) => !skip.includes(endpoint));
    if (!first) return [];
    const together = (entry: DueRead) => entry === first || (takesMany(first) && takesMany(entry));
    const job = this.#waiting.filter(together);
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

/** The endpoint that tells what became of an entry of this one; the first where there are several. */
export function statusOf(create: CreateNumber): EndpointNumber {
  const [status] = endpointOf(create).outcome;
  if (status === undefined) throw new Error(`nothing tells what became of ${create}`);
  return status;
}
