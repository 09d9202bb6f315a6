import { endpointOf, type EndpointNumber } from '../../shared/service/endpoints.ts';
import type { DueCheck } from '../outbox/entry.ts';
import { judgeRead, notRead, type ReadVerdict } from '../service/read-verdict.ts';
import type { SerializedRequest } from '../service/request.ts';
import { askOutbound } from './ask-outbound.ts';
import { askStatus, type StatusReads } from './ask-status.ts';
import { decideStatusCheck } from './check.ts';
import { decideOutcomeCheck } from './follow.ts';
import { recordConnection, recordTiming } from './record-exchange.ts';
import { isCheckedInBulk } from './read-jobs.ts';
import type { StatusAnswer } from './status-answer.ts';
import { decisionContext, type SyncContext } from './sync-context.ts';

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
