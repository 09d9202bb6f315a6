import { createNumbers, type CreateNumber } from '../../../shared/creates/create-kinds.ts';
import { endpointOf, type EndpointNumber } from '../../../shared/service/endpoints.ts';
import type { DueCheck, SyncOutbox } from '../../outbox/entry.ts';
import type { SerializedRequest } from '../service/request.ts';
import { judgeRead, notRead, type ReadVerdict } from '../service/verdict.ts';
import { askOutbound, askStatus, type StatusReads, type StatusAnswer } from './ask-status.ts';
import { decideStatusCheck, decideOutcomeCheck } from './decide-check.ts';
import { recordConnection, recordTiming, decisionContext, type SyncContext } from './sync-context.ts';

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

/** Checks the status of one entry, or of many outbound orders together, and settles the result. */
export async function runCheckJob(job: readonly DueCheck[], context: SyncContext): Promise<void> {
  const asking = statusReadsOf(context);
  const [first] = job;
  if (!first) return;
  if (isCheckedInBulk(first)) await askOutbound(job, asking, (entry, answer) => apply(entry, answer, context));
  else await apply(first, await askStatus(first, asking), context);
}

/** Binds the reads of status endpoints to this sync. */
export const statusReadsOf = (context: SyncContext): StatusReads => ({
  read: (endpoint, sendable) => read(endpoint, sendable, context),
  async readFurther(endpoint, sendable) {
    const { concurrency, clock } = context;
    if (!concurrency.canTakeMore(endpoint, clock.monotonic())) return null;
    concurrency.begin(endpoint, clock.monotonic());
    try {
      return await read(endpoint, sendable, context);
    } finally {
      concurrency.end(endpoint);
    }
  },
  settings: context.settings,
});

/** Sends a harmless request, to learn whether the service answers. */
export async function probeConnection(context: SyncContext): Promise<void> {
  const startedAt = context.clock.monotonic();
  const { endpoint, sendable, patienceMs } = context.probes.next(context.settings);
  const exchange = await context.call(sendable, patienceMs);
  const verdict = judgeRead(endpoint, exchange);
  const paused = verdict.kind === 'paused' ? verdict.pause : null;
  if (exchange.kind !== 'answer' || paused) context.probes.probeFailed(endpoint);
  if (exchange.kind === 'answer') context.probes.answered();
  else context.probes.unanswered();
  recordConnection(context, exchange, paused, startedAt, true);
}

async function read(endpoint: EndpointNumber, sendable: SerializedRequest, context: SyncContext): Promise<ReadVerdict> {
  const startedAt = context.clock.monotonic();
  context.concurrency.sent(startedAt);
  const exchange = await context.call(sendable);
  const verdict = judgeRead(endpoint, exchange);
  const ofAll = verdict.kind === 'paused' ? verdict.pause : null;
  if (exchange.kind !== 'answer' || ofAll) context.probes.probeFailed(endpoint);
  if (exchange.kind !== 'answer') {
    recordConnection(context, exchange, ofAll, startedAt, true);
    recordTiming(context, endpoint, sendable.path, exchange, startedAt);
    return verdict;
  }
  const paused = context.connection.pauseOf(ofAll, [sendable.path, `read ${endpoint}`]);
  const isOwn = ofAll !== null && paused === null;
  if (!isOwn) recordConnection(context, exchange, paused, startedAt, true);
  recordTiming(context, endpoint, sendable.path, exchange, startedAt, isOwn);
  return isOwn ? notRead(endpoint, exchange, ofAll.message) : verdict;
}

async function apply(entry: DueCheck, answer: StatusAnswer, context: SyncContext): Promise<void> {
  const { outbox, target } = context;
  const moment = decisionContext(context);
  const proven = endpointOf(entry.endpoint).outcome.some((status) =>
    outbox.isStatusProven(target, status, entry.endpoint),
  );
  const change =
    entry.state === 'unsure'
      ? decideStatusCheck(entry, answer, proven, moment)
      : decideOutcomeCheck(entry, answer, moment);
  if (!change) return;
  let changed = false;
  await context.writes.persist(() => {
    changed = outbox.settleCheck(entry, change, moment.now);
    // A stored record belongs to this entry; only such a record proves what its endpoint knows.
    if (changed && answer.kind === 'found' && change.outcome)
      outbox.recordStatusProven(target, answer.by, entry.endpoint);
  });
  if (changed) context.onChanged([entry.id]);
}
