import { endpointOf } from '../../shared/service/endpoints.ts';
import type { EndpointNumber } from '../../shared/service/endpoint.ts';
import type { DueRead } from '../outbox/entry.ts';
import { judgeRead, type ReadVerdict } from '../service/read-verdict.ts';
import type { Sendable } from '../service/request.ts';
import { askOutbound } from './ask-outbound.ts';
import { askStatus, probe, type Asking } from './ask-status.ts';
import { check } from './check.ts';
import { follow } from './follow.ts';
import { noteConnection, notePace } from './note-exchange.ts';
import { takesMany } from './read-jobs.ts';
import type { StatusAnswer } from './status-answer.ts';
import { momentOf, type Work } from './work.ts';

/** Asks the status of one entry, or of many outbound orders together, and settles what it says. */
export async function readStatuses(job: readonly DueRead[], work: Work): Promise<void> {
  const asking: Asking = {
    read: (endpoint, sendable) => read(endpoint, sendable, work),
    settings: work.settings,
  };
  const [first] = job;
  if (!first) return;
  if (takesMany(first)) await askOutbound(job, asking, (entry, answer) => apply(entry, answer, work));
  else await apply(first, await askStatus(first, asking), work);
}

/** Asks something harmless, to learn whether the service answers. */
export async function probeConnection(work: Work): Promise<void> {
  const startedAt = work.clock.monotonic();
  const exchange = await work.call(probe(work.settings));
  const verdict = judgeRead(16, exchange);
  noteConnection(work, exchange, verdict.kind === 'paused' ? verdict.pause : null, startedAt, true);
}

async function read(endpoint: EndpointNumber, sendable: Sendable, work: Work): Promise<ReadVerdict> {
  const startedAt = work.clock.monotonic();
  const exchange = await work.call(sendable);
  const verdict = judgeRead(endpoint, exchange);
  noteConnection(work, exchange, verdict.kind === 'paused' ? verdict.pause : null, startedAt, true);
  notePace(work, endpoint, sendable.path, exchange, startedAt);
  return verdict;
}

async function apply(entry: DueRead, answer: StatusAnswer, work: Work): Promise<void> {
  const { outbox, target } = work;
  const moment = momentOf(work);
  const proven = endpointOf(entry.endpoint).outcome.some((status) =>
    outbox.statusKnows(target, status, entry.endpoint),
  );
  const change = entry.state === 'unsure' ? check(entry, answer, proven, moment) : follow(entry, answer, moment);
  if (!change) return;
  let changed = false;
  await work.writes.persist(() => {
    changed = outbox.settleRead(entry, change, moment.now);
    // A record that was kept is this entry's own; only such a one proves what its endpoint knows.
    if (changed && answer.kind === 'found' && change.outcome) outbox.noteStatusKnows(target, answer.by, entry.endpoint);
  });
  if (changed) work.onChanged([entry.id]);
}
