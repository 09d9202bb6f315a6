import type { EntryRow } from '../../../shared/contract/entry-answers.ts';
import type { CommandHandlers } from '../../keys/acts.svelte.ts';
import { route } from '../../state/route.svelte.ts';
import { seeOrder } from '../orders/see-order.ts';

/** A SKU is no order. */
const skuCreate = 15;

/** What can be looked up of an entry with a key: where its parcel is, and what the service says of its order. */
export function lookupsOf(
  entry: Pick<EntryRow, 'endpoint' | 'key' | 'trackingNumber'> | null | undefined,
): CommandHandlers {
  if (!entry) return {};
  const { endpoint, key, trackingNumber } = entry;
  return {
    ...(trackingNumber !== null && { 'see-tracking': () => route.go('tracking', trackingNumber) }),
    ...(endpoint !== skuCreate && { 'see-order': () => seeOrder(key) }),
  };
}
