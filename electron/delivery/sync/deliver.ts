import { why, ownReasons } from '../../../shared/outbox/whys.ts';
import { isCreateNewOrder } from '../../../shared/service/create-facts.ts';
import { endpointOf } from '../../../shared/service/endpoints.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import type { ClaimedEntry, Answer } from '../../outbox/entry.ts';
import { type Exchange, noAnswer } from '../service/exchange.ts';
import { serializeRequest, type SerializedRequest } from '../service/request.ts';
import { type Verdict, judge } from '../service/verdict.ts';
import { askStatus } from './ask-status.ts';
import { readOutcome } from './read-record.ts';
import { statusReadsOf } from './run-check-job.ts';
import { decideAttempt } from './decide-attempt.ts';
import { type SyncContext, recordConnection, recordTiming, decisionContext } from './sync-context.ts';

/**
 * An order that failed at the service may have been made since, if someone corrected it there, and repeating 1 or 2
 * would make it again: its status is checked before it is sent again. This covers every entry with a stored status
 * record, because the last record may no longer show the failure.
 */
export const mayHaveRecovered = (claimed: ClaimedEntry): boolean =>
  endpointOf(claimed.endpoint).repeat === 'ask-status' &&
  !isCreateNewOrder(claimed.request.body) &&
  claimed.lastRecord !== null;

/**
 * Checks the status before a resend and returns a verdict if nothing is to be sent; null: send it. Meanwhile the
 * service may have sent a Retry-After for the endpoint.
 */
export async function checkStatusBeforeResend(claimed: ClaimedEntry, context: SyncContext): Promise<Verdict | null> {
  const answer = await askStatus(claimed, statusReadsOf(context));
  switch (answer.kind) {
    case 'absent':
      return pauseIfHeld();
    case 'paused':
    case 'unreached':
      return { kind: 'paused', why: why('not-looked-first'), pause: null };
    case 'unread':
      return {
        kind: 'again',
        why: why('not-looked-first'),
        afterMs: answer.afterMs,
        mayHaveArrived: false,
        pause: null,
      };
    case 'found': {
      const { record } = answer;
      if (hasFailed(claimed, record)) return pauseIfHeld();
      const isOurs = claimed.reached === 'same';
      return { kind: 'not-changed', isOurs, record, said: null, isUnknownText: false, pause: null };
    }
  }

  function pauseIfHeld(): Verdict | null {
    const isHeld = context.concurrency.isHeld(claimed.endpoint, context.clock.monotonic());
    return isHeld ? { kind: 'paused', why: why('too-many-requests'), pause: null } : null;
  }
}

const hasFailed = ({ endpoint, request }: ClaimedEntry, record: unknown): boolean =>
  readOutcome(endpoint, request.body, record).kind === 'failed';

/** Makes one attempt for a claimed entry, up to the settled row; calls `onAnswered` when only the write is left. */
export async function deliver(claimed: ClaimedEntry, context: SyncContext, onAnswered: () => void): Promise<void> {
  const [answer, verdict] = await sendAttempt(claimed, context);
  onAnswered();
  await settleAttempt(claimed, answer, verdict, context);
}

/** Performs an attempt and judges its result. */
async function sendAttempt(claimed: ClaimedEntry, context: SyncContext): Promise<[Answer | null, Verdict]> {
  const startedAt = context.clock.monotonic();
  if (mustAskPerson(claimed, context.settings)) return [null, askPersonVerdict];
  const sendable = sendableOf(claimed);
  if (!sendable) return [null, notSendableVerdict];
  const knownVerdict = mayHaveRecovered(claimed) ? await checkStatusBeforeResend(claimed, context) : null;
  if (knownVerdict) return [null, knownVerdict];
  context.concurrency.countRequest(context.clock.monotonic());
  const exchange = await context.call(sendable);
  const verdict = judgeExchange(claimed, exchange, context);
  const isOwnFailure = recordDelivery(claimed, exchange, verdict, startedAt, context);
  return [storedAnswerOf(exchange), isOwnFailure ? withoutPause(verdict) : verdict];
}

/** Retries instead, because no pause will hold the entry back. */
const withoutPause = (verdict: Verdict): Verdict =>
  verdict.kind === 'paused'
    ? { kind: 'again', why: verdict.why, afterMs: null, mayHaveArrived: false, pause: null }
    : verdict;

async function settleAttempt(
  claimed: ClaimedEntry,
  answer: Answer | null,
  verdict: Verdict,
  context: SyncContext,
): Promise<void> {
  await context.writes.persist(
    () => writeVerdict(claimed, answer, verdict, context),
    () => writeLostAnswer(claimed, context),
  );
  context.onChanged([claimed.id]);
}

/** null if the stored request cannot be encoded: half of a surrogate pair in a query has no encoding. */
function sendableOf({ endpoint, request }: ClaimedEntry): SerializedRequest | null {
  try {
    return serializeRequest(endpoint, request);
  } catch {
    return null;
  }
}

const notSendableVerdict: Verdict = {
  kind: 'refused',
  reason: { code: 'not-sendable', text: ownReasons['not-sendable'], field: null },
  pause: null,
};

/** An earlier attempt may have arrived, nothing can prove it, and the setting lets only a person send it again. */
const mustAskPerson = ({ endpoint, maybeTaken }: ClaimedEntry, { alwaysAsk }: Settings): boolean =>
  alwaysAsk && maybeTaken && endpointOf(endpoint).repeat === 'send-again';

const askPersonVerdict: Verdict = {
  kind: 'unsure',
  why: why('not-sent-again'),
  canCheckStatus: false,
  reason: null,
  isUnsent: true,
  pause: null,
};

/**
 * Settles attempts that an interrupted run left without an answer, as lost answers: in one commit, since a restored
 * folder has many, or one by one if one of them cannot be written. Throws the first fault of those left unsettled.
 */
export function settleInterrupted(context: SyncContext): void {
  const interrupted = context.outbox.interrupted();
  if (interrupted.length === 0) return;
  const settled: string[] = [];
  const faults: unknown[] = [];
  try {
    context.outbox.inTransaction(() => interrupted.forEach((claimed) => writeLostAnswer(claimed, context)));
    settled.push(...interrupted.map(({ id }) => id));
  } catch {
    for (const claimed of interrupted) {
      try {
        writeLostAnswer(claimed, context);
        settled.push(claimed.id);
      } catch (error) {
        faults.push(error);
      }
    }
  }
  if (settled.length > 0) context.onChanged(settled);
  if (faults.length > 0) throw faults[0];
}

function writeLostAnswer(claimed: ClaimedEntry, context: SyncContext): void {
  writeVerdict(claimed, null, judgeExchange(claimed, noAnswer('maybe', 'stopped'), context), context);
}

function judgeExchange(claimed: ClaimedEntry, exchange: Exchange, { settings, outbox, target }: SyncContext): Verdict {
  return judge(claimed.endpoint, exchange, {
    isCreateNewOrder: isCreateNewOrder(claimed.request.body),
    maybeTaken: claimed.maybeTaken,
    reached: claimed.reached,
    alwaysAsk: settings.alwaysAsk,
    meaningOf: (text) => outbox.textMeaning(target, text, claimed.key.value),
  });
}

function writeVerdict(claimed: ClaimedEntry, answer: Answer | null, verdict: Verdict, context: SyncContext): void {
  const decision = decisionContext(context);
  context.outbox.settle(claimed, answer, verdict.kind, decideAttempt(claimed, verdict, decision), decision.now);
}

/**
 * Records a delivery for the connection and the endpoint. Returns true if an answer that would pause everything is only
 * a failure of this entry or its endpoint.
 */
function recordDelivery(
  claimed: ClaimedEntry,
  exchange: Exchange,
  verdict: Verdict,
  startedAt: number,
  context: SyncContext,
): boolean {
  const { pause } = verdict;
  const { endpoint, id } = claimed;
  const syncPause = pause?.scope === 'sync' ? pause : null;
  const sharedPause =
    exchange.kind === 'answer' ? context.connection.sharedPauseOf(syncPause, [id, `create ${endpoint}`]) : syncPause;
  const isOwnFailure = syncPause !== null && sharedPause === null;
  if (!isOwnFailure) recordConnection(context, exchange, sharedPause, startedAt, false);
  if (!pause || isOwnFailure)
    recordTiming(context, endpoint, id, exchange, startedAt, isOwnFailure || isInconclusive(verdict));
  if (isOwnFailure || sharedPause || exchange.kind !== 'answer') return isOwnFailure;
  context.connection.recordDelivery();
  if (pause?.scope === 'endpoint') context.pauses.pause(endpoint, pause);
  else context.pauses.clear(endpoint);
  return false;
}

/** Whether the answer gave no reliable result, for example truncated or unreadable. */
const isInconclusive = (verdict: Verdict): boolean =>
  verdict.kind === 'again' || (verdict.kind === 'unsure' && verdict.reason === null);

const maxAnswerBytes = 64 * 1024;

function storedAnswerOf(exchange: Exchange): Answer | null {
  if (exchange.kind !== 'answer') return null;
  const { status, contentType, body } = exchange;
  if (Buffer.byteLength(body) <= maxAnswerBytes) return { status, contentType, body };
  // A character cut in two decodes to a replacement character at the end.
  const beginning = Buffer.from(body)
    .subarray(0, maxAnswerBytes)
    .toString('utf8')
    .replace(/\ufffd$/, '');
  return { status, contentType, body: beginning };
}
