import type { ConnectionTest } from '../../shared/contract/sync-procedures.ts';
import type { EndpointNumber } from '../../shared/service/endpoints.ts';
import type { Exchange } from './exchange.ts';
import { originOf } from './pause.ts';
import { judgeRead } from './read-verdict.ts';

type Outcome = Pick<ConnectionTest, 'outcome' | 'status' | 'cause' | 'to'>;

const page = /^\s*</;

/**
 * Judges an address and a secret by one read of an id that no order has: any answer of a service proves that it is
 * there, except those that reject one of the two. Pure.
 */
export function judgeConnection(endpoint: EndpointNumber, exchange: Exchange): Outcome {
  if (exchange.kind === 'no-answer') return { outcome: 'no-answer', status: null, cause: exchange.cause, to: null };
  const { status, location, body } = exchange;
  const of = (outcome: Outcome['outcome'], to: string | null = null): Outcome => ({ outcome, status, cause: null, to });
  const verdict = judgeRead(endpoint, exchange);
  if (verdict.kind === 'paused') {
    const { why } = verdict.pause;
    return why === 'redirect'
      ? of('redirect', originOf(location))
      : of(why === 'unauthorized' ? why : 'something-else');
  }
  if (status === 403) return of('forbidden');
  if (status === 407 || status === 429 || status >= 500) return of('fails');
  return of(page.test(body) ? 'something-else' : 'answers');
}
