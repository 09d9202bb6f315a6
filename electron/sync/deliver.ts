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

/** One attempt for a claimed entry, from request to settled row; calls `answered` when only the write is left. */
export async function deliver(claimed: Claimed, work: SyncContext, answered: () => void): Promise<void> {
  const [answer, verdict] = await attempt(claimed, work);
  answered();
  await settleTry(claimed, answer, verdict, work);
}

/** Performs an attempt and judges its result. */
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

/** Retries instead, because no pause will hold the entry back. */
const withoutPause = (verdict: Verdict): Verdict =>
  verdict.kind === 'paused' ? { kind: 'again', why: verdict.why, afterMs: null, taken: false, pause: null } : verdict;

async function settleTry(claimed: Claimed, answer: Answer | null, verdict: Verdict, work: SyncContext): Promise<void> {
  await work.writes.persist(
    () => write(claimed, answer, verdict, work),
    () => writeLost(claimed, work),
  );
  work.onChanged([claimed.id]);
}

/** null if the stored request cannot be encoded: half of a surrogate pair in a query has no encoding. */
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

/** An earlier attempt may have arrived, nothing can prove it, and the setting lets only a person send it again. */
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
 * Settles attempts that an interrupted run left without an answer, as lost answers: in one commit, since a restored
 * folder has many, or one by one if one of them cannot be written. Throws the first fault of those left unsettled.
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

/**
 * Records a delivery for the connection and the endpoint. Returns whether what would pause everything is this entry's
 * or its endpoint's own failure.
 */
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

/** Whether the answer gave no reliable result, for example truncated or unreadable. */
const isLost = (verdict: Verdict): boolean =>
  verdict.kind === 'again' || (verdict.kind === 'unsure' && verdict.reason === null);

const keptBytes = 64 * 1024;

function answerOf(exchange: Exchange): Answer | null {
  if (exchange.kind !== 'answer') return null;
  const { status, contentType, body } = exchange;
  if (Buffer.byteLength(body) <= keptBytes) return { status, contentType, body };
  // A character cut in two decodes to a replacement character at the end.
  const kept = Buffer.from(body)
    .subarray(0, keptBytes)
    .toString('utf8')
    .replace(/\ufffd$/, '');
  return { status, contentType, body: kept };
}
