import { createOf, type CreateNumber } from '../../shared/creates/create-kinds.ts';
import type { TextMeans } from '../../shared/outbox/text-means.ts';
import { why, type Why } from '../../shared/outbox/whys.ts';
import type { HttpAnswer, Exchange } from './exchange.ts';
import { isObject } from './parse-json.ts';
import { originOf, pauseOfAnswer, pauseOfTls, interceptedPause, type EndpointPause, type SyncPause } from './pause.ts';
import { lineOfText } from './line-of-text.ts';
import { readJson, type ReadJson } from './read-json.ts';
import { refusalTextIn, readRefusal, type Refusal } from './reason.ts';

/**
 * The verdict on one attempt. `pause` is its consequence for others: none, for this endpoint, or for the whole sync.
 */
export type Verdict = { pause: SyncPause | EndpointPause | null } & (
  | ({ kind: 'accepted' } & Acceptance)
  /** ok, not changed; `ours`: an earlier attempt with this content may have made it, so it is expected */
  | ({ kind: 'not-changed'; ours: boolean } & Acceptance)
  | { kind: 'refused'; reason: Refusal }
  /** `taken`: this attempt may have taken effect; `afterMs`: value of Retry-After */
  | { kind: 'again'; why: Why; afterMs: number | null; taken: boolean }
  /**
   * `check`: a status check can settle it, otherwise only a person; `reason`: a refusal not to be trusted yet;
   * `unsent`: nothing was sent, since only a person may send it again
   */
  | { kind: 'unsure'; why: Why; check: boolean; reason: Refusal | null; unsent?: true }
  | { kind: 'paused'; why: Why }
);

interface Acceptance {
  record: unknown;
  /** the line of text in the answer, if no record is documented */
  said: string | null;
  /** no status will report the outcome, and the meaning of this text is not decided yet */
  newText: boolean;
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
  means?: (text: string) => TextMeans | null;
}

/** The verdict on one exchange of a create. Pure. */
export function judge(number: CreateNumber, exchange: Exchange, circumstances: AttemptContext): Verdict {
  const { repeat, outcome } = createOf(number);
  const { isCreateNewOrder, maybeTaken, reached = null, alwaysAsk = false, means = () => null } = circumstances;
  const mayRepeat = repeat === 'documented' || (repeat === 'send-again' && !alwaysAsk);
  const check = outcome.length > 0 && !isCreateNewOrder;

  const lost = (because: Why, afterMs: number | null = null, pause: SyncPause | null = null): Verdict =>
    mayRepeat && !isCreateNewOrder
      ? { kind: 'again', why: because, afterMs, taken: true, pause }
      : { kind: 'unsure', why: because, check, reason: null, pause };
  const refused = (reason: Refusal): Verdict =>
    // If the order may already exist, a refusal may mean just that.
    maybeTaken
      ? { kind: 'unsure', why: why('refused-after-lost', { text: reason.text }), check, reason, pause: null }
      : { kind: 'refused', reason, pause: null };

  if (exchange.kind === 'no-answer') {
    const { sent: left, cause, code, message } = exchange;
    const because = why('no-answer', { cause, code });
    const pause = cause === 'tls' ? pauseOfTls(message) : null;
    if (left === 'maybe') return lost(because, null, pause);
    if (pause || cause === 'stopped') return { kind: 'paused', why: because, pause };
    return { kind: 'again', why: because, afterMs: null, taken: false, pause: null };
  }

  const { status, retryAfterMs } = exchange;
  const pause = pauseOfAnswer(exchange);
  if (pause) return { kind: 'paused', why: whyOfPause(exchange, pause), pause };
  if (status >= 200 && status < 300) return taken(exchange);
  if (status === 429) {
    return { kind: 'again', why: why('too-many-requests'), afterMs: retryAfterMs, taken: false, pause: null };
  }
  if (status === 408 || status === 425 || status >= 500) return lost(why('service-failed', { status }), retryAfterMs);
  const reason = readRefusal(number, exchange);
  if (status === 409 && outcome.length > 0) {
    return { kind: 'unsure', why: why('conflict', { text: reason.text }), check, reason, pause: null };
  }
  return refused(reason);

  function taken(answer: HttpAnswer): Verdict {
    const { replyKind, mayBeEmptyReply, madeBy } = createOf(number);
    const read = readJson(answer);
    if (read.kind === 'something-else' || (read.kind === 'text' && replyKind !== 'none')) {
      return lost(why('something-else-answered'), null, interceptedPause(answer));
    }
    const said = replyKind === 'none' ? lineIn(read, answer) : null;
    if (read.kind === 'broken' && said === null) return lost(why('answer-broken', { how: read.how }));
    const record = read.kind === 'json' ? read.json : null;
    const meant = said === null || outcome.length > 0 ? 'fine' : means(said);
    if (said !== null && meant === 'refusal')
      return refused({ ...readRefusal(number, { ...answer, body: said }), code: 'text' });
    const taking = { record, said, newText: meant === null, pause: null };
    const isEmpty = record === null || typeof record !== 'object' || Object.keys(record).length === 0;
    if (isEmpty && replyKind !== 'none' && !mayBeEmptyReply) return lost(why('answer-broken', { how: 'empty' }));
    // The body of a receipt states whether the order was accepted.
    const receipt = Array.isArray(record) ? (record[0] as unknown) : record;
    if (madeBy === 'receipt' && isObject(receipt) && receipt['Success'] === false && !receipt['SvcOrderId']) {
      return refused({ ...readRefusal(number, answer), code: 'Success: false' });
    }
    if (answer.status === 200 && repeat === 'documented') {
      return { kind: 'not-changed', ours: reached === 'same' || (maybeTaken && reached === null), ...taking };
    }
    return { kind: 'accepted', ...taking };
  }
}

/** The answer as a line of text: bare, a JSON value, text that only begins like JSON, or a JSON refusal. */
function lineIn(read: ReadJson, { body, contentType }: HttpAnswer): string | null {
  if (read.kind === 'text') return read.text;
  if (read.kind === 'json') return lineOfText(wordOf(read.json)) ?? refusalTextIn(read.json);
  const isWhole = read.kind === 'broken' && read.how === 'broken-json';
  return isWhole && /^text\/plain\b/i.test(contentType ?? '') ? lineOfText(body) : null;
}

/** A text that happens to be valid JSON, such as 0 or false, counts like any other. */
function wordOf(json: unknown): string {
  if (typeof json === 'string') return json;
  return typeof json === 'number' || typeof json === 'boolean' ? String(json) : '';
}

function whyOfPause({ status, location }: HttpAnswer, pause: SyncPause | EndpointPause): Why {
  if (pause.scope === 'endpoint') return why('endpoint-paused', { status });
  if (pause.why === 'unauthorized') return why('unauthorized');
  return why('redirect', { to: originOf(location) ?? '' });
}
