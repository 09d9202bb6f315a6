import { createNumbers, type CreateNumber } from '../../shared/creates/create-kinds.ts';
import { endpointOf, type EndpointNumber } from '../../shared/service/endpoints.ts';
import type { DueCheck, SyncOutbox } from '../outbox/entry.ts';

/**
 * Entries looked up at once: as many as the slots take in a while, since each is read in full and may be discarded
 * unchecked.
 */
const lookAheadCount = 8;
/** as many as one request to endpoint 11 can name */
const maxPerRequest = 50;

/** Due status and outcome checks, one job per request: single entries, or all due outbound orders together. */
export class CheckJobs {
  readonly #outbox: Pick<SyncOutbox, 'dueChecks'>;
  readonly #underWay = new Set<string>();
  readonly #jobs = new Set<readonly DueCheck[]>();
  #waiting: DueCheck[] = [];
  /** the endpoints skipped when nothing was found */
  #nothing: readonly CreateNumber[] | null = null;

  constructor(outbox: Pick<SyncOutbox, 'dueChecks'>) {
    this.#outbox = outbox;
  }

  /** Time has passed, or something was written: more may be due now. */
  refreshDue(): void {
    this.#nothing = null;
  }

  /**
   * Whether a job is available for endpoints outside `skip`; looks for due entries if there is none, once until
   * `refreshDue`.
   */
  has(now: number, skip: readonly CreateNumber[]): boolean {
    const may = ({ endpoint }: DueCheck): boolean => !skip.includes(endpoint);
    if (this.#waiting.some(may)) return true;
    if (this.#nothing?.every((endpoint) => skip.includes(endpoint))) return false;
    this.#waiting = this.#outbox.dueChecks(lookAheadCount, now, skip, this.#underWay);
    const found = this.#waiting.length > 0;
    this.#nothing = found ? null : skip;
    return found;
  }

  /** The next job, with its entries under way until `done`; empty if nothing outside `skip` is due. */
  next(now: number, skip: readonly CreateNumber[]): DueCheck[] {
    if (!this.has(now, skip)) return [];
    const first = this.#waiting.find(({ endpoint }) => !skip.includes(endpoint));
    if (!first) return [];
    this.#underWay.add(first.id);
    const job = isCheckedInBulk(first)
      ? [first, ...this.#outbox.dueChecks(maxPerRequest - 1, now, asked, this.#underWay)]
      : [first];
    for (const { id } of job) this.#underWay.add(id);
    this.#jobs.add(job);
    this.#waiting = this.#waiting.filter(({ id }) => !this.#underWay.has(id));
    return job;
  }

  /** The status endpoint of each job under way. */
  underWay(): EndpointNumber[] {
    return [...this.#jobs].flatMap(([first]) => (first ? [statusEndpointOf(first.endpoint)] : []));
  }

  done(job: readonly DueCheck[]): void {
    this.#jobs.delete(job);
    for (const { id } of job) this.#underWay.delete(id);
  }

  /** Discards looked-up entries, after a person's action or an outage. */
  discard(): void {
    this.#waiting = [];
    this.refreshDue();
  }
}

export const isCheckedInBulk = ({ endpoint }: Pick<DueCheck, 'endpoint'>): boolean =>
  endpointOf(endpoint).outcome[0] === 11;

/** Creates whose status is checked one by one. */
const asked = createNumbers.filter((endpoint) => !isCheckedInBulk({ endpoint }));

/** The endpoint that reports the outcome of this create; the first if there are several. */
export function statusEndpointOf(create: CreateNumber): EndpointNumber {
  const [status] = endpointOf(create).outcome;
  if (status === undefined) throw new Error(`nothing tells what became of ${create}`);
  return status;
}
