import { endpointOf, type EndpointNumber } from '../../shared/service/endpoints.ts';
import type { DueRead } from '../outbox/entry.ts';
import { judgeRead, notRead, type ReadVerdict } from '../service/read-verdict.ts';
import type { SerializedRequest } from '../service/request.ts';
import { askOutbound } from './ask-outbound.ts';
import { askStatus, type Asking } from './ask-status.ts';
import { check } from './check.ts';
import { follow } from './follow.ts';
import { recordConnection, recordTiming } from './record-exchange.ts';
import { takesMany } from './read-jobs.ts';
import type { StatusAnswer } from './status-answer.ts';
import { decisionContext, type SyncContext } from './sync-context.ts';

/** Checks the status of one entry, or of many outbound orders together, and settles the result. */
export async function readStatuses(job: readonly DueRead[], work: SyncContext): Promise<void> {
  const asking = askingOf(work);
  const [first] = job;
  if (!first) return;
  if (takesMany(first)) await askOutbound(job, asking, (entry, answer) => apply(entry, answer, work));
  else await apply(first, await askStatus(first, asking), work);
}

/** Binds the reads of status endpoints to this sync. */
export const askingOf = (work: SyncContext): Asking => ({
  read: (endpoint, sendable) => read(endpoint, sendable, work),
  async readFurther(endpoint, sendable) {
    const { concurrency, clock } = work;
    if (!concurrency.takesMore(endpoint, clock.monotonic())) return null;
    concurrency.begin(endpoint, clock.monotonic());
    try {
      return await read(endpoint, sendable, work);
    } finally {
      concurrency.end(endpoint);
    }
  },
  settings: work.settings,
});

/** Sends a harmless request, to learn whether the service answers. */
export async function probeConnection(work: SyncContext): Promise<void> {
  const startedAt = work.clock.monotonic();
  const { endpoint, sendable, patienceMs } = work.probes.next(work.settings);
  const exchange = await work.call(sendable, patienceMs);
  const verdict = judgeRead(endpoint, exchange);
  const paused = verdict.kind === 'paused' ? verdict.pause : null;
  if (exchange.kind !== 'answer' || paused) work.probes.cameToNothing(endpoint);
  if (exchange.kind === 'answer') work.probes.answered();
  else work.probes.unanswered();
  recordConnection(work, exchange, paused, startedAt, true);
}

async function read(endpoint: EndpointNumber, sendable: SerializedRequest, work: SyncContext): Promise<ReadVerdict> {
  const startedAt = work.clock.monotonic();
  work.concurrency.sent(startedAt);
  const exchange = await work.call(sendable);
  const verdict = judgeRead(endpoint, exchange);
  const ofAll = verdict.kind === 'paused' ? verdict.pause : null;
  if (exchange.kind !== 'answer' || ofAll) work.probes.cameToNothing(endpoint);
  if (exchange.kind !== 'answer') {
    recordConnection(work, exchange, ofAll, startedAt, true);
    recordTiming(work, endpoint, sendable.path, exchange, startedAt);
    return verdict;
  }
  const paused = work.connection.pauseOf(ofAll, [sendable.path, `read ${endpoint}`]);
  const isOwn = ofAll !== null && paused === null;
  if (!isOwn) recordConnection(work, exchange, paused, startedAt, true);
  recordTiming(work, endpoint, sendable.path, exchange, startedAt, isOwn);
  return isOwn ? notRead(endpoint, exchange, ofAll.message) : verdict;
}

async function apply(entry: DueRead, answer: StatusAnswer, work: SyncContext): Promise<void> {
  const { outbox, target } = work;
  const moment = decisionContext(work);
  const proven = endpointOf(entry.endpoint).outcome.some((status) =>
    outbox.statusKnows(target, status, entry.endpoint),
  );
  const change = entry.state === 'unsure' ? check(entry, answer, proven, moment) : follow(entry, answer, moment);
  if (!change) return;
  let changed = false;
  await work.writes.persist(() => {
    changed = outbox.settleRead(entry, change, moment.now);
    // A stored record belongs to this entry; only such a record proves what its endpoint knows.
    if (changed && answer.kind === 'found' && change.outcome) outbox.noteStatusKnows(target, answer.by, entry.endpoint);
  });
  if (changed) work.onChanged([entry.id]);
}
