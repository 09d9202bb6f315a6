import type { EndpointNumber } from '../../shared/service/endpoints.ts';
import type { HttpAnswer, Exchange, NoAnswer } from './exchange.ts';
import { pauseOfStatus, pauseOfTls, interceptedPause, type SyncPause } from './pause.ts';
import { brokenWords, readJson } from './read-json.ts';
import { readRefusal, type Refusal } from './reason.ts';

/** The verdict on a read. Repeating a read is always safe, so there are fewer cases than for an attempt. */
export type ReadVerdict =
  | { kind: 'json'; json: unknown }
  /** complete 404: the service does not know this id; `page`: the body is a page, which a middlebox may have sent */
  | { kind: 'absent'; page: boolean }
  /** answered, but not with the requested data; worth repeating later */
  | { kind: 'unread'; why: string; afterMs: number | null; status: number; reason: Refusal }
  | { kind: 'unreached'; noAnswer: NoAnswer }
  | { kind: 'paused'; pause: SyncPause };

/** The verdict on an answer that is inconclusive and worth repeating later. */
export const notRead = (number: EndpointNumber, answer: HttpAnswer, why: string): ReadVerdict => ({
  kind: 'unread',
  why,
  afterMs: answer.retryAfterMs,
  status: answer.status,
  reason: readRefusal(number, answer),
});

/** The verdict on one exchange of a read (3, 5, 11-14, 16-20). Pure. */
export function judgeRead(number: EndpointNumber, exchange: Exchange): ReadVerdict {
  if (exchange.kind === 'no-answer') {
    if (exchange.cause === 'tls') return { kind: 'paused', pause: pauseOfTls(exchange.message) };
    return { kind: 'unreached', noAnswer: exchange };
  }
  const { status } = exchange;
  const pause = pauseOfStatus(exchange);
  if (pause) return { kind: 'paused', pause };
  const unread = (why: string): ReadVerdict => notRead(number, exchange, why);
  // An incomplete body cannot be distinguished from a page.
  if (status === 404 && exchange.bodyState !== 'complete')
    return unread(`the answer was ${brokenWords[exchange.bodyState]}`);
  if (status === 404) return { kind: 'absent', page: exchange.body.trimStart().startsWith('<') };
  if (status < 200 || status > 299) return unread(`the service answered ${status}`);
  const read = readJson(exchange);
  switch (read.kind) {
    case 'json':
      return { kind: 'json', json: read.json };
    // No read is documented to be answered like this.
    case 'text':
    case 'something-else':
      return { kind: 'paused', pause: interceptedPause(exchange) };
    case 'empty':
      return unread('the answer was empty');
    case 'broken':
      return unread(`the answer was ${brokenWords[read.how]}`);
  }
}
