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
const maxLookedUp = 8;
/** as many as one request to endpoint 11 can name */
const maxPerRequest = 50;

/** Due status and outcome checks, one job per request: single entries, or all due outbound orders together. */
export class CheckJobs {
  readonly #outbox: Pick<SyncOutbox, 'dueChecks'>;
  readonly #underWay = new Set<string>();
  readonly #jobs = new Set<readonly DueCheck[]>();
  #waiting: DueCheck[] = [];
  /** the endpoints skipped when nothing was found */
  #skippedWhenEmpty: readonly CreateNumber[] | null = null;

  constructor(outbox: Pick<SyncOutbox, 'dueChecks'>) {
    this.#outbox = outbox;
  }

  /** Time has passed, or something was written: more may be due now. */
  refreshDue(): void {
    this.#skippedWhenEmpty = null;
  }

  /**
   * Whether a job is available outside `skippedEndpoints`; if there is none, looks for due entries, once until
   * `refreshDue`.
   */
  hasJob(now: number, skippedEndpoints: readonly CreateNumber[]): boolean {
    const isWanted = ({ endpoint }: DueCheck): boolean => !skippedEndpoints.includes(endpoint);
    if (this.#waiting.some(isWanted)) return true;
    if (this.#skippedWhenEmpty?.every((endpoint) => skippedEndpoints.includes(endpoint))) return false;
    this.#waiting = this.#outbox.dueChecks(maxLookedUp, now, skippedEndpoints, this.#underWay);
    const hasFound = this.#waiting.length > 0;
    this.#skippedWhenEmpty = hasFound ? null : skippedEndpoints;
    return hasFound;
  }

  /** The next job, whose entries are under way until `endJob`; empty if nothing outside `skippedEndpoints` is due. */
  next(now: number, skippedEndpoints: readonly CreateNumber[]): DueCheck[] {
    if (!this.hasJob(now, skippedEndpoints)) return [];
    const first = this.#waiting.find(({ endpoint }) => !skippedEndpoints.includes(endpoint));
    if (!first) return [];
    this.#underWay.add(first.id);
    const job = isCheckedInBulk(first)
      ? [first, ...this.#outbox.dueChecks(maxPerRequest - 1, now, singleCheckCreates, this.#underWay)]
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

  endJob(job: readonly DueCheck[]): void {
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
const singleCheckCreates = createNumbers.filter((endpoint) => !isCheckedInBulk({ endpoint }));

/** The endpoint that reports the outcome of this create; the first if there are several. */
export function statusEndpointOf(create: CreateNumber): EndpointNumber {
  const [status] = endpointOf(create).outcome;
  if (status === undefined) throw new Error(`nothing tells what became of ${create}`);
  return status;
}

/** Checks the status of one entry, or of many outbound orders together, and settles the result. */
export async function runCheckJob(job: readonly DueCheck[], context: SyncContext): Promise<void> {
  const statusReads = statusReadsOf(context);
  const [first] = job;
  if (!first) return;
  if (isCheckedInBulk(first))
    await askOutbound(job, statusReads, (entry, answer) => applyAnswer(entry, answer, context));
  else await applyAnswer(first, await askStatus(first, statusReads), context);
}

/** Binds the reads of status endpoints to this sync. */
export const statusReadsOf = (context: SyncContext): StatusReads => ({
  read: (endpoint, sendable) => readStatus(endpoint, sendable, context),
  async readFurther(endpoint, sendable) {
    const { concurrency, clock } = context;
    if (!concurrency.canTakeMore(endpoint, clock.monotonic())) return null;
    concurrency.begin(endpoint, clock.monotonic());
    try {
      return await readStatus(endpoint, sendable, context);
    } finally {
      concurrency.end(endpoint);
    }
  },
  settings: context.settings,
});

/** Sends a harmless request, to learn whether the service answers. */
export async function probeConnection(context: SyncContext): Promise<void> {
  const startedAt = context.clock.monotonic();
  const { endpoint, sendable, timeoutMs } = context.probes.nextProbe(context.settings);
  const exchange = await context.call(sendable, timeoutMs);
  const verdict = judgeRead(endpoint, exchange);
  const pause = verdict.kind === 'paused' ? verdict.pause : null;
  if (exchange.kind !== 'answer' || pause) context.probes.moveToEnd(endpoint);
  if (exchange.kind === 'answer') context.probes.resetUnanswered();
  else context.probes.countUnanswered();
  recordConnection(context, exchange, pause, startedAt, true);
}

async function readStatus(
  endpoint: EndpointNumber,
  sendable: SerializedRequest,
  context: SyncContext,
): Promise<ReadVerdict> {
  const startedAt = context.clock.monotonic();
  context.concurrency.countRequest(startedAt);
  const exchange = await context.call(sendable);
  const verdict = judgeRead(endpoint, exchange);
  const connectionPause = verdict.kind === 'paused' ? verdict.pause : null;
  if (exchange.kind !== 'answer' || connectionPause) context.probes.moveToEnd(endpoint);
  if (exchange.kind !== 'answer') {
    recordConnection(context, exchange, connectionPause, startedAt, true);
    recordTiming(context, endpoint, sendable.path, exchange, startedAt);
    return verdict;
  }
  const sharedPause = context.connection.sharedPauseOf(connectionPause, [sendable.path, `read ${endpoint}`]);
  const isOwnFailure = connectionPause !== null && sharedPause === null;
  if (!isOwnFailure) recordConnection(context, exchange, sharedPause, startedAt, true);
  recordTiming(context, endpoint, sendable.path, exchange, startedAt, isOwnFailure);
  return isOwnFailure ? notRead(endpoint, exchange, connectionPause.message) : verdict;
}

async function applyAnswer(entry: DueCheck, answer: StatusAnswer, context: SyncContext): Promise<void> {
  const { outbox, target } = context;
  const decision = decisionContext(context);
  const isProven = endpointOf(entry.endpoint).outcome.some((status) =>
    outbox.isStatusProven(target, status, entry.endpoint),
  );
  const change =
    entry.state === 'unsure'
      ? decideStatusCheck(entry, answer, isProven, decision)
      : decideOutcomeCheck(entry, answer, decision);
  if (!change) return;
  let isChanged = false;
  await context.writes.persist(() => {
    isChanged = outbox.settleCheck(entry, change, decision.now);
    // A stored record belongs to this entry; only such a record proves what its endpoint knows.
    if (isChanged && answer.kind === 'found' && change.outcome)
      outbox.recordStatusProven(target, answer.endpoint, entry.endpoint);
  });
  if (isChanged) context.onChanged([entry.id]);
}
