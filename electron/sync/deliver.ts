import { isCreateNewOrder } from '../../shared/service/create-facts.ts';
import { endpointOf } from '../../shared/service/endpoints.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { why } from '../../shared/outbox/whys.ts';
import { ownReasons } from '../../shared/outbox/own-reasons.ts';
import type { Answer, Claimed } from '../outbox/entry.ts';
import type { Exchange } from '../service/exchange.ts';
import { noAnswer } from '../service/no-answer.ts';
import { serializeRequest, type SerializedRequest } from '../service/request.ts';
import { judge, type Verdict } from '../service/verdict.ts';
import { lookFirst, mayHaveHealed } from './look-first.ts';
import { recordConnection, recordTiming } from './record-exchange.ts';
import { settle } from './settle.ts';
import { decisionContext, type SyncContext } from './sync-context.ts';

/** One try of a claimed entry, from its request to its settled row; tells when nothing is left of it but to write that. */
export async function deliver(claimed: Claimed, work: SyncContext, answered: () => void): Promise<void> {
  const [answer, verdict] = await attempt(claimed, work);
  answered();
  await settleTry(claimed, answer, verdict, work);
}

/** What came of a try, and what that means. */
async function attempt(claimed: Claimed, work: SyncContext): Promise<[Answer | null, Verdict]> {
  const startedAt = work.clock.monotonic();
  if (mustAsk(claimed, work.settings)) return [null, notSentAgain];
  const sendable = sendableOf(claimed);
  if (!sendable) return [null, cannotBeWritten];
  const seen = mayHaveHealed(claimed) ? await lookFirst(claimed, work) : null;
  if (seen) return [null, seen];
  work.concurrency.sent(work.clock.monotonic());
  const exchange = await work.call(sendable);
  const verdict = verdictOn(claimed, exchange, work);
  const isOwn = noteDelivery(claimed, exchange, verdict, startedAt, work);
  return [answerOf(exchange), isOwn ? withoutPause(verdict) : verdict];
}

/** Nothing pauses for it, so that it has to wait for its next try itself. */
const withoutPause = (verdict: Verdict): Verdict =>
  verdict.kind === 'paused' ? { kind: 'again', why: verdict.why, afterMs: null, taken: false, pause: null } : verdict;

async function settleTry(claimed: Claimed, answer: Answer | null, verdict: Verdict, work: SyncContext): Promise<void> {
  await work.writes.persist(
    () => write(claimed, answer, verdict, work),
    () => writeLost(claimed, work),
  );
  work.onChanged([claimed.id]);
}

/** null where the stored request cannot be written: half of a surrogate pair in a query has no encoding. */
function sendableOf({ endpoint, request }: Claimed): SerializedRequest | null {
  try {
    return serializeRequest(endpoint, request);
  } catch {
    return null;
  }
}

const cannotBeWritten: Verdict = {
  kind: 'refused',
  reason: { code: 'not-sendable', text: ownReasons['not-sendable'], field: null },
  pause: null,
};

/** Nothing can tell whether an earlier try arrived, and the setting lets only a person send it again. */
const mustAsk = ({ endpoint, maybeTaken }: Claimed, { alwaysAsk }: Settings): boolean =>
  alwaysAsk && maybeTaken && endpointOf(endpoint).repeat === 'send-again';

const notSentAgain: Verdict = {
  kind: 'unsure',
  why: why('not-sent-again'),
  check: false,
  reason: null,
  unsent: true,
  pause: null,
};

/**
 * Settles what a run that ended left without an answer, as any lost answer: in one commit, since a folder that was restored has many
 * such, and each by itself where one of them cannot be written. Throws what stood in the way of those that are left then.
 */
export function resume(work: SyncContext): void {
  const left = work.outbox.interrupted();
  if (left.length === 0) return;
  const settled: string[] = [];
  const faults: unknown[] = [];
  try {
    work.outbox.together(() => left.forEach((claimed) => writeLost(claimed, work)));
    settled.push(...left.map(({ id }) => id));
  } catch {
    for (const claimed of left) {
      try {
        writeLost(claimed, work);
        settled.push(claimed.id);
      } catch (error) {
        faults.push(error);
      }
    }
  }
  if (settled.length > 0) work.onChanged(settled);
  if (faults.length > 0) throw faults[0];
}

function writeLost(claimed: Claimed, work: SyncContext): void {
  write(claimed, null, verdictOn(claimed, noAnswer('maybe', 'stopped'), work), work);
}

function verdictOn(claimed: Claimed, exchange: Exchange, { settings, outbox, target }: SyncContext): Verdict {
  return judge(claimed.endpoint, exchange, {
    isCreateNewOrder: isCreateNewOrder(claimed.request.body),
    maybeTaken: claimed.maybeTaken,
    reached: claimed.reached,
    alwaysAsk: settings.alwaysAsk,
    means: (text) => outbox.textMeans(target, text, claimed.key.value),
  });
}

function write(claimed: Claimed, answer: Answer | null, verdict: Verdict, work: SyncContext): void {
  const moment = decisionContext(work);
  work.outbox.settle(claimed, answer, verdict.kind, settle(claimed, verdict, moment), moment.now);
}

/** Answers whether what would pause everything is this entry's own trouble, or its endpoint's. */
function noteDelivery(
  claimed: Claimed,
  exchange: Exchange,
  verdict: Verdict,
  startedAt: number,
  work: SyncContext,
): boolean {
  const { pause } = verdict;
  const { endpoint, id } = claimed;
  const ofAll = pause?.scope === 'sync' ? pause : null;
  const paused = exchange.kind === 'answer' ? work.connection.pauseOf(ofAll, [id, `create ${endpoint}`]) : ofAll;
  const isOwn = ofAll !== null && paused === null;
  if (!isOwn) recordConnection(work, exchange, paused, startedAt, false);
  if (!pause || isOwn) recordTiming(work, endpoint, id, exchange, startedAt, isOwn || isLost(verdict));
  if (isOwn || paused || exchange.kind !== 'answer') return isOwn;
  work.connection.delivered();
  if (pause?.scope === 'endpoint') work.pauses.pause(endpoint, pause);
  else work.pauses.clear(endpoint);
  return false;
}

/** Nothing to be relied on came of it, as when it was cut short or cannot be read. */
const isLost = (verdict: Verdict): boolean =>
  verdict.kind === 'again' || (verdict.kind === 'unsure' && verdict.reason === null);

const keptBytes = 64 * 1024;

function answerOf(exchange: Exchange): Answer | null {
  if (exchange.kind !== 'answer') return null;
  const { status, contentType, body } = exchange;
  if (Buffer.byteLength(body) <= keptBytes) return { status, contentType, body };
  // A character cut in two shows as a replacement at the end.
  const kept = Buffer.from(body)
    .subarray(0, keptBytes)
    .toString('utf8')
    .replace(/\ufffd$/, '');
  return { status, contentType, body: kept };
}
