import { createNumbers, type CreateNumber } from '../../shared/creates/create-kinds.ts';
import { endpointOf, type EndpointNumber } from '../../shared/service/endpoints.ts';
import type { DueRead, SyncOutbox } from '../outbox/entry.ts';

/** Entries looked up at once: as many as slots take in a while, since what is looked up is read whole, and may be forgotten unasked. */
const few = 8;
/** as many as one question to endpoint 11 names */
const most = 50;

/** Statuses to ask, one job per request: single entries, or all outbound orders that are due together. */
export class ReadJobs {
  readonly #outbox: Pick<SyncOutbox, 'dueReads'>;
  readonly #underWay = new Set<string>();
  readonly #jobs = new Set<readonly DueRead[]>();
  #waiting: DueRead[] = [];
  /** what was skipped where none was found */
  #nothing: readonly CreateNumber[] | null = null;

  constructor(outbox: Pick<SyncOutbox, 'dueReads'>) {
    this.#outbox = outbox;
  }

  /** Time has passed, or something was written: what was not due may be. */
  refreshDue(): void {
    this.#nothing = null;
  }

  /** Whether a job is there to be taken, but for those of `skip`; looks for due ones where none is, once until `refreshDue`. */
  has(now: number, skip: readonly CreateNumber[]): boolean {
    const may = ({ endpoint }: DueRead): boolean => !skip.includes(endpoint);
    if (this.#waiting.some(may)) return true;
    if (this.#nothing?.every((endpoint) => skip.includes(endpoint))) return false;
    this.#waiting = this.#outbox.dueReads(few, now, skip, this.#underWay);
    const found = this.#waiting.length > 0;
    this.#nothing = found ? null : skip;
    return found;
  }

  /** The next job, its entries under way until `done`; empty where none is due but those of `skip`. */
  next(now: number, skip: readonly CreateNumber[]): DueRead[] {
    if (!this.has(now, skip)) return [];
    const first = this.#waiting.find(({ endpoint }) => !skip.includes(endpoint));
    if (!first) return [];
    this.#underWay.add(first.id);
    const job = takesMany(first) ? [first, ...this.#outbox.dueReads(most - 1, now, asked, this.#underWay)] : [first];
    for (const { id } of job) this.#underWay.add(id);
    this.#jobs.add(job);
    this.#waiting = this.#waiting.filter(({ id }) => !this.#underWay.has(id));
    return job;
  }

  /** The status endpoint of each job under way. */
  underWay(): EndpointNumber[] {
    return [...this.#jobs].flatMap(([first]) => (first ? [statusOf(first.endpoint)] : []));
  }

  done(job: readonly DueRead[]): void {
    this.#jobs.delete(job);
    for (const { id } of job) this.#underWay.delete(id);
  }

  /** What was looked up is forgotten: a person or an outage came between. */
  forget(): void {
    this.#waiting = [];
    this.refreshDue();
  }
}

export const takesMany = ({ endpoint }: Pick<DueRead, 'endpoint'>): boolean => endpointOf(endpoint).outcome[0] === 11;

/** Creates whose status is asked for one by one. */
const asked = createNumbers.filter((endpoint) => !takesMany({ endpoint }));

/** The endpoint that tells what became of an entry of this one; the first where there are several. */
export function statusOf(create: CreateNumber): EndpointNumber {
  const [status] = endpointOf(create).outcome;
  if (status === undefined) throw new Error(`nothing tells what became of ${create}`);
  return status;
}
