import { problem, ProblemError } from '../../../shared/contract/problem.ts';
import { isEndpointNumber } from '../../../shared/service/endpoints.ts';
import type { Lookups } from '../../lookups/open-lookups.ts';
import { priceRequest } from '../../lookups/price-lookup.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import type { DeskContext } from '../desk-context.ts';

type Names =
  | 'lookup.ask'
  | 'lookups.track'
  | 'lookups.parcel'
  | 'lookups.record'
  | 'watch.add'
  | 'watch.remove'
  | 'watch.counts'
  | 'watch.seqs'
  | 'watch.rows'
  | 'inventory.look'
  | 'skus.find'
  | 'orders.look'
  | 'prices.inbound'
  | 'prices.outbound'
  | 'prices.fromEntry'
  | 'prices.fromBody';

/** Lookups a person waits for: sent immediately, in parallel with delivery. */
export function lookupHandlers({ outbox, reader }: DeskContext, lookups: Lookups): Pick<Handlers<'desk'>, Names> {
  const { watch } = lookups;
  return {
    async 'lookup.ask'({ request }) {
      const result = await lookups.ask(request);
      if (!result.ok) throw new ProblemError(result.problem);
      return result.value;
    },
    'lookups.track': ({ numbers, mode }) => lookups.track(numbers, mode),
    'lookups.parcel': ({ number, mode }) => lookups.parcel(number, mode),
    'lookups.record': async ({ number }) => ({ record: await lookups.record(number) }),
    'watch.add'({ commandId, numbers, operator }) {
      const answer = outbox.once(commandId, 'watch.add', () => watch.add(numbers, operator));
      lookups.watchChanged(answer.added);
      return answer;
    },
    'watch.remove'({ commandId, numbers }) {
      const removed = outbox.once(commandId, 'watch.remove', () => watch.remove(numbers));
      lookups.watchChanged(removed);
      return { removed };
    },
    'watch.counts': () => watch.counts(),
    'watch.seqs': ({ list }) => ({ seqs: watch.seqs(list) }),
    'watch.rows': async ({ seqs }) => ({ rows: await watch.rows(seqs) }),
    'inventory.look': ({ WarehouseId, Skus, mode }) => lookups.inventory(WarehouseId, Skus, mode),
    'skus.find': ({ mode, ...query }) => lookups.skus(query, mode),
    'orders.look': ({ ids, kind, mode }) => lookups.orders(ids, kind, mode),
    'prices.inbound': ({ body, mode }) => lookups.prices(14, body, mode),
    'prices.outbound': ({ body, mode }) => lookups.prices(17, body, mode),
    'prices.fromEntry'({ id }) {
      const entry = reader.detail(id);
      if (!entry || !isEndpointNumber(entry.endpoint))
        throw problem('unknown-entry', `There is no entry ${id} in this data folder.`, { id });
      return priceRequest(entry.endpoint, entry.request.body);
    },
    'prices.fromBody'({ endpoint, body }) {
      if (!isEndpointNumber(endpoint)) throw problem('invalid', 'There is no such endpoint.', { endpoint });
      return priceRequest(endpoint, body);
    },
  };
}
