import { createHash } from 'node:crypto';
import type { PriceAnswer } from '../../shared/contract/price-answers.ts';
import { ProblemError } from '../../shared/contract/problem.ts';
import type { Problem } from '../../shared/contract/problem.ts';
import { recordsOf } from './ask-many.ts';
import type { AskSeries } from './ask-service.ts';
import type { AnswerStore } from './answer-store.ts';
import { priceOrders, readPrice } from './read-prices.ts';

export interface PriceParts {
  store: AnswerStore;
  target: () => Promise<string>;
  once: AskSeries;
}

const kinds = { 14: 'price-inbound', 17: 'price-outbound' } as const;

/**
 * Prices of all services for one query (endpoint 14 or 17). Throws ProblemError `invalid` if the query breaks the
 * contract.
 */
export function priceLookup({ store, target, once }: PriceParts) {
  return async function prices(
    endpoint: 14 | 17,
    body: Record<string, unknown>,
    mode: 'last' | 'fresh',
  ): Promise<PriceAnswer> {
    const kind = kinds[endpoint];
    const subject = createHash('sha256').update(canonical(body)).digest('hex');
    let why: Problem | null = null;
    if (mode === 'fresh') {
      const answered = await once({ endpoint, body });
      if (answered.ok) {
        const { answer, unexpected } = answered.value;
        const value = recordsOf(answer, []).map(({ record }) => record);
        store.keep(await target(), [{ kind, subject, value, unexpected }]);
      } else if (answered.problem.kind === 'invalid') throw new ProblemError(answered.problem);
      else why = answered.problem;
    }
    const kept = store.last<Record<string, unknown>[]>(await target(), kind, subject);
    const records = kept?.value ?? [];
    const services = records.map(readPrice);
    return {
      at: kept?.at ?? null,
      fresh: mode === 'fresh' && why === null,
      why,
      services,
      records,
      ...priceOrders(services),
      unexpected: kept?.unexpected ?? [],
    };
  };
}

/** JSON with the keys of every object sorted, so that equal queries give equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
