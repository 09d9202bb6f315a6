import type { EntryRow } from '../../../shared/contract/entry-answers.ts';
import type { ActionHandlers } from '../../keys/acts.svelte.ts';
import { route } from '../../state/route.svelte.ts';
import { showOrder } from '../orders/see-order.ts';

/** A SKU is not an order. */
const skuCreate = 15;

/** Look-up actions of an entry: its parcel's tracking, and its order at the service. */
export function lookupsOf(
  entry: Pick<EntryRow, 'endpoint' | 'key' | 'trackingNumber'> | null | undefined,
): ActionHandlers {
  if (!entry) return {};
  const { endpoint, key, trackingNumber } = entry;
  return {
    ...(trackingNumber !== null && { 'see-tracking': () => route.go('tracking', trackingNumber) }),
    ...(endpoint !== skuCreate && { 'see-order': () => showOrder(key) }),
  };
}
