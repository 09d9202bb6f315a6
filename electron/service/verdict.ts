import { endpointOf } from '../../shared/service/endpoints.ts';
import type { EndpointNumber } from '../../shared/service/endpoint.ts';
import type { Answered, Exchange } from './exchange.ts';
import { isObject } from './parse-json.ts';
import { pauseOfAnswer, pauseOfTls, somethingElse, type EndpointPause, type SyncPause } from './pause.ts';
import { readJson } from './read-json.ts';
import { readRefusal, type Refusal } from './reason.ts';

/** What one try came to. `pause` is what it means for others: nothing, for this endpoint, or for the whole sync. */
export type Verdict = { pause: SyncPause | EndpointPause | null } & (
  | { kind: 'accepted'; record: unknown }
  /** ok, not changed; `ours`: an earlier try may have made it, so it is no surprise */
  | { kind: 'not-changed'; record: unknown; ours: boolean }
  | { kind: 'refused'; reason: Refusal }
  /** `taken`: this try may have taken effect; `afterMs`: what Retry-After asks for */
  | { kind: 'again'; why: string; afterMs: number | null; taken: boolean }
  /** `check`: a status can tell, otherwise only a person; `reason`: a refusal that is not to be believed yet */
  | { kind: 'unsure'; why: string; check: boolean; reason: Refusal | null }
  | { kind: 'paused'; why: string }
);

export interface Circumstances {
  isCreateNewOrder: boolean;
  /** an earlier try of the same entry may have taken effect */
  maybeTaken: boolean;
}

/** The verdict on one exchange of a create (1, 2, 4, 6-10, 15). Pure. */
export function judge(number: EndpointNumber, exchange: Exchange, circumstances: Circumstances): Verdict {
  const { repeat, outcome } = endpointOf(number);
  const { isCreateNewOrder, maybeTaken } = circumstances;
  const check = outcome.length > 0 && !isCreateNewOrder;

  const lost = (why: string, afterMs: number | null = null, pause: SyncPause | null = null): Verdict =>
    repeat === 'ask-status' || isCreateNewOrder
      ? { kind: 'unsure', why, check, reason: null, pause }
      : { kind: 'again', why, afterMs, taken: true, pause };
  const refused = (reason: Refusal): Verdict =>
    // A refusal of what may be there already may mean "it is there already".
    maybeTaken
      ? { kind: 'unsure', why: `refused after a lost answer: ${reason.text}`, check, reason, pause: null }
      : { kind: 'refused', reason, pause: null };

  if (exchange.kind === 'no-answer') {
    const { left, cause, message } = exchange;
    const pause = cause === 'tls' ? pauseOfTls(message) : null;
    if (left === 'maybe') return lost(message, null, pause);
    if (pause || cause === 'stopped') return { kind: 'paused', why: message, pause };
    return { kind: 'again', why: message, afterMs: null, taken: false, pause: null };
  }

  const { status, retryAfterMs } = exchange;
  const pause = pauseOfAnswer(exchange);
  if (pause) return { kind: 'paused', why: pause.message, pause };
  if (status >= 200 && status < 300) return taken(exchange);
  if (status === 429) {
    return { kind: 'again', why: 'too many requests (429)', afterMs: retryAfterMs, taken: false, pause: null };
  }
  if (status === 408 || status === 425 || status >= 500) return lost(`the service failed (${status})`, retryAfterMs);
  const reason = readRefusal(number, exchange);
  if (status === 409 && outcome.length > 0) {
    return { kind: 'unsure', why: `conflict (409): ${reason.text}`, check, reason, pause: null };
  }
  return refused(reason);

  function taken(answer: Answered): Verdict {
    const { replyKind, mayBeEmptyReply } = endpointOf(number);
    const read = readJson(answer);
    if (read.kind === 'something-else') return lost('something else answered', null, somethingElse(answer));
    if (read.kind === 'broken') return lost(`the answer was ${read.why}`);
    const record = read.kind === 'empty' ? null : read.json;
    const isEmpty = record === null || typeof record !== 'object' || Object.keys(record).length === 0;
    if (isEmpty && replyKind !== 'none' && !mayBeEmptyReply) return lost('the answer was empty');
    // Batch outbound (8) says in the body whether the order was taken.
    const receipt = Array.isArray(record) ? (record[0] as unknown) : record;
    if (number === 8 && isObject(receipt) && receipt['Success'] === false && !receipt['SvcOrderId']) {
      return refused({ ...readRefusal(number, answer), code: 'Success: false' });
    }
    if (answer.status === 200 && repeat === 'documented') {
      return { kind: 'not-changed', record, ours: maybeTaken, pause: null };
    }
    return { kind: 'accepted', record, pause: null };
  }
}
