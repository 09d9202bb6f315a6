import type { ConnectionTest } from '../../../shared/contract/sync-procedures.ts';
import { createOf, type CreateNumber } from '../../../shared/creates/create-kinds.ts';
import type { TextMeaning } from '../../../shared/outbox/states.ts';
import { why, type Why } from '../../../shared/outbox/whys.ts';
import type { EndpointNumber } from '../../../shared/service/endpoints.ts';
import type { HttpAnswer, Exchange, NoAnswer } from './exchange.ts';
import { plainText, textOfPage, jsonFaultTexts, readJson, isObject, lineOfText, type ReadJson } from './read-json.ts';
import { readRefusal, type Refusal, refusalTextIn } from './refusal.ts';

/** Why nothing is sent to this service until a person or time has resolved it. */
export interface SyncPause {
  scope: 'sync';
  why: 'unauthorized' | 'redirect' | 'tls' | 'something-else-answered';
  message: string;
}

/** One create that the service does not accept here, while the others continue. */
export interface EndpointPause {
  scope: 'endpoint';
  status: number;
  message: string;
}

/** The pause required by the status of an answer to a create, regardless of its body; null if none. */
export function pauseOfAnswer(answer: HttpAnswer): SyncPause | EndpointPause | null {
  return (
    pauseOfStatus(answer) ??
    (endpointMessages[answer.status] === undefined
      ? null
      : { scope: 'endpoint', status: answer.status, message: endpointMessages[answer.status] ?? '' })
  );
}

/** The origin a redirect leads to, without the rest of its URL, which may be private. */
export const originOf = (location: string | null): string | null =>
  location !== null && URL.canParse(location) ? new URL(location).origin : null;

/** The same for an answer to a read, which never pauses a single endpoint. */
export function pauseOfStatus({ status, location }: HttpAnswer): SyncPause | null {
  if (status === 401) {
    const message = 'The service does not accept the secret (401). Give the right one in the settings.';
    return { scope: 'sync', why: 'unauthorized', message };
  }
  if (status < 300 || status > 399) return null;
  const origin = originOf(location);
  const to = origin === null ? '' : ` to ${origin}`;
  const message = `The service sends its callers elsewhere${to} (${status}). Check its address; nothing was sent there.`;
  return { scope: 'sync', why: 'redirect', message };
}

const endpointMessages: Partial<Record<number, string>> = {
  403: 'The service does not let this account do this (403).',
  404: 'The service does not know this request (404). Check its address.',
  405: 'The service does not take this request here (405). Check its address.',
};

export const tlsPause = (message: string): SyncPause => ({ scope: 'sync', why: 'tls', message });

/** A page of a sign-in portal, a proxy or a wrong address: never an answer of a service of this kind. */
export function interceptedPause(answer: HttpAnswer): SyncPause {
  const pageText = answer.body.trimStart().startsWith('<') ? textOfPage(answer.body) : plainText(answer.body);
  const quoted = pageText === '' ? '' : ` It says: "${pageText.slice(0, 120)}"`;
  return {
    scope: 'sync',
    why: 'something-else-answered',
    message: `Something else than the service answered, as the door of a network does.${quoted}`,
  };
}

/** The verdict on a read. Repeating a read is always safe, so there are fewer cases than for an attempt. */
export type ReadVerdict =
  | { kind: 'json'; json: unknown }
  /** complete 404: the service does not know this id; `page`: the body is a page, which a middlebox may have sent */
  | { kind: 'absent'; page: boolean }
  /** answered, but not with the requested data; worth repeating later */
  | { kind: 'unread'; cause: string; afterMs: number | null; status: number; reason: Refusal }
  | { kind: 'unreached'; noAnswer: NoAnswer }
  | { kind: 'paused'; pause: SyncPause };

/** The verdict on an answer that is inconclusive and worth repeating later. */
export const notRead = (number: EndpointNumber, answer: HttpAnswer, cause: string): ReadVerdict => ({
  kind: 'unread',
  cause,
  afterMs: answer.retryAfterMs,
  status: answer.status,
  reason: readRefusal(number, answer),
});

/** The verdict on one exchange of a read (3, 5, 11-14, 16-20). Pure. */
export function judgeRead(number: EndpointNumber, exchange: Exchange): ReadVerdict {
  if (exchange.kind === 'no-answer') {
    if (exchange.cause === 'tls') return { kind: 'paused', pause: tlsPause(exchange.message) };
    return { kind: 'unreached', noAnswer: exchange };
  }
  const { status } = exchange;
  const pause = pauseOfStatus(exchange);
  if (pause) return { kind: 'paused', pause };
  const unreadVerdict = (cause: string): ReadVerdict => notRead(number, exchange, cause);
  // An incomplete body cannot be distinguished from a page.
  if (status === 404 && exchange.bodyState !== 'complete')
    return unreadVerdict(`the answer was ${jsonFaultTexts[exchange.bodyState]}`);
  if (status === 404) return { kind: 'absent', page: exchange.body.trimStart().startsWith('<') };
  if (status < 200 || status > 299) return unreadVerdict(`the service answered ${status}`);
  const readResult = readJson(exchange);
  switch (readResult.kind) {
    case 'json':
      return { kind: 'json', json: readResult.json };
    // No read is documented to be answered like this.
    case 'text':
    case 'something-else':
      return { kind: 'paused', pause: interceptedPause(exchange) };
    case 'empty':
      return unreadVerdict('the answer was empty');
    case 'broken':
      return unreadVerdict(`the answer was ${jsonFaultTexts[readResult.fault]}`);
  }
}

/**
 * The verdict on one attempt. `pause` is its consequence for others: none, for this endpoint, or for the whole sync.
 */
export type Verdict = { pause: SyncPause | EndpointPause | null } & (
  | ({ kind: 'accepted' } & Acceptance)
  /** ok, not changed; `isOurs`: an earlier attempt with this content may have made the order, so it is expected */
  | ({ kind: 'not-changed'; isOurs: boolean } & Acceptance)
  | { kind: 'refused'; reason: Refusal }
  /** `mayHaveArrived`: this attempt may have taken effect; `afterMs`: value of Retry-After */
  | { kind: 'again'; why: Why; afterMs: number | null; mayHaveArrived: boolean }
  /**
   * `canCheckStatus`: a status check can settle it, otherwise only a person; `reason`: a refusal not to be trusted yet;
   * `isUnsent`: nothing was sent, since only a person may send it again
   */
  | { kind: 'unsure'; why: Why; canCheckStatus: boolean; reason: Refusal | null; isUnsent?: true }
  | { kind: 'paused'; why: Why }
);

interface Acceptance {
  record: unknown;
  /** the answer as a line of text, for endpoints without a documented record */
  said: string | null;
  /** no status will report the outcome, and the meaning of this text is not decided yet */
  isUnknownText: boolean;
}

export interface AttemptContext {
  isCreateNewOrder: boolean;
  /** an earlier attempt for the same entry may have taken effect */
  maybeTaken: boolean;
  /** content of an earlier attempt that may have taken effect: the same, or other */
  reached?: 'same' | 'other' | null;
  /** the setting: after a lost answer that nothing can prove, only a person may send again */
  alwaysAsk?: boolean;
  /** what a person decided a text means at this target */
  meaningOf?: (text: string) => TextMeaning | null;
}

/** The verdict on one exchange of a create. Pure. */
export function judge(number: CreateNumber, exchange: Exchange, context: AttemptContext): Verdict {
  const { repeat, outcome } = createOf(number);
  const { isCreateNewOrder, maybeTaken, reached = null, alwaysAsk = false, meaningOf = () => null } = context;
  const mayRepeat = repeat === 'documented' || (repeat === 'send-again' && !alwaysAsk);
  const canCheckStatus = outcome.length > 0 && !isCreateNewOrder;

  const lostVerdict = (reason: Why, afterMs: number | null = null, pause: SyncPause | null = null): Verdict =>
    mayRepeat && !isCreateNewOrder
      ? { kind: 'again', why: reason, afterMs, mayHaveArrived: true, pause }
      : { kind: 'unsure', why: reason, canCheckStatus, reason: null, pause };
  const refusedVerdict = (reason: Refusal): Verdict =>
    // If the order may already exist, a refusal may mean just that.
    maybeTaken
      ? { kind: 'unsure', why: why('refused-after-lost', { text: reason.text }), canCheckStatus, reason, pause: null }
      : { kind: 'refused', reason, pause: null };

  if (exchange.kind === 'no-answer') {
    const { sent, cause, code, message } = exchange;
    const noAnswerReason = why('no-answer', { cause, code });
    const pause = cause === 'tls' ? tlsPause(message) : null;
    if (sent === 'maybe') return lostVerdict(noAnswerReason, null, pause);
    if (pause || cause === 'stopped') return { kind: 'paused', why: noAnswerReason, pause };
    return { kind: 'again', why: noAnswerReason, afterMs: null, mayHaveArrived: false, pause: null };
  }

  const { status, retryAfterMs } = exchange;
  const pause = pauseOfAnswer(exchange);
  if (pause) return { kind: 'paused', why: reasonOfPause(exchange, pause), pause };
  if (status >= 200 && status < 300) return judgeSuccess(exchange);
  if (status === 429) {
    return { kind: 'again', why: why('too-many-requests'), afterMs: retryAfterMs, mayHaveArrived: false, pause: null };
  }
  if (status === 408 || status === 425 || status >= 500)
    return lostVerdict(why('service-failed', { status }), retryAfterMs);
  const reason = readRefusal(number, exchange);
  if (status === 409 && outcome.length > 0) {
    return { kind: 'unsure', why: why('conflict', { text: reason.text }), canCheckStatus, reason, pause: null };
  }
  return refusedVerdict(reason);

  function judgeSuccess(answer: HttpAnswer): Verdict {
    const { replyKind, mayBeEmptyReply, creationProof: madeBy } = createOf(number);
    const readResult = readJson(answer);
    if (readResult.kind === 'something-else' || (readResult.kind === 'text' && replyKind !== 'none')) {
      return lostVerdict(why('something-else-answered'), null, interceptedPause(answer));
    }
    const answerText = replyKind === 'none' ? answerLine(readResult, answer) : null;
    if (readResult.kind === 'broken' && answerText === null)
      return lostVerdict(why('answer-broken', { how: readResult.fault }));
    const record = readResult.kind === 'json' ? readResult.json : null;
    const meaning = answerText === null || outcome.length > 0 ? 'fine' : meaningOf(answerText);
    if (answerText !== null && meaning === 'refusal')
      return refusedVerdict({ ...readRefusal(number, { ...answer, body: answerText }), code: 'text' });
    const acceptance = { record, said: answerText, isUnknownText: meaning === null, pause: null };
    const isEmpty = record === null || typeof record !== 'object' || Object.keys(record).length === 0;
    if (isEmpty && replyKind !== 'none' && !mayBeEmptyReply) return lostVerdict(why('answer-broken', { how: 'empty' }));
    // The body of a receipt states whether the order was accepted.
    const receipt = Array.isArray(record) ? (record[0] as unknown) : record;
    if (madeBy === 'receipt' && isObject(receipt) && receipt['Success'] === false && !receipt['SvcOrderId']) {
      return refusedVerdict({ ...readRefusal(number, answer), code: 'Success: false' });
    }
    if (answer.status === 200 && repeat === 'documented') {
      return { kind: 'not-changed', isOurs: reached === 'same' || (maybeTaken && reached === null), ...acceptance };
    }
    return { kind: 'accepted', ...acceptance };
  }
}

/** The answer as a line of text: bare, a JSON value, text that only begins like JSON, or a JSON refusal. */
function answerLine(readResult: ReadJson, { body, contentType }: HttpAnswer): string | null {
  if (readResult.kind === 'text') return readResult.text;
  if (readResult.kind === 'json') return lineOfText(textOfScalar(readResult.json)) ?? refusalTextIn(readResult.json);
  const isBrokenJson = readResult.kind === 'broken' && readResult.fault === 'broken-json';
  return isBrokenJson && /^text\/plain\b/i.test(contentType ?? '') ? lineOfText(body) : null;
}

/** A text that happens to be valid JSON, such as 0 or false, counts like any other. */
function textOfScalar(json: unknown): string {
  if (typeof json === 'string') return json;
  return typeof json === 'number' || typeof json === 'boolean' ? String(json) : '';
}

function reasonOfPause({ status, location }: HttpAnswer, pause: SyncPause | EndpointPause): Why {
  if (pause.scope === 'endpoint') return why('endpoint-paused', { status });
  if (pause.why === 'unauthorized') return why('unauthorized');
  return why('redirect', { to: originOf(location) ?? '' });
}

type Outcome = Pick<ConnectionTest, 'outcome' | 'status' | 'cause' | 'to'>;

const pageStart = /^\s*</;

/**
 * Judges an address and a secret by one read of an id that no order has: any answer of a service proves that it is
 * there, except those that reject one of the two. Pure.
 */
export function judgeConnection(endpoint: EndpointNumber, exchange: Exchange): Outcome {
  if (exchange.kind === 'no-answer') return { outcome: 'no-answer', status: null, cause: exchange.cause, to: null };
  const { status, location, body } = exchange;
  const result = (outcome: Outcome['outcome'], to: string | null = null): Outcome => ({
    outcome,
    status,
    cause: null,
    to,
  });
  const verdict = judgeRead(endpoint, exchange);
  if (verdict.kind === 'paused') {
    const { why } = verdict.pause;
    return why === 'redirect'
      ? result('redirect', originOf(location))
      : result(why === 'unauthorized' ? why : 'something-else');
  }
  if (status === 403) return result('forbidden');
  if (status === 407 || status === 429 || status >= 500) return result('fails');
  return result(pageStart.test(body) ? 'something-else' : 'answers');
}
