import type { OrderAnswer } from '../../../shared/contract/order-answers.ts';
import { kindName, t } from '../../texts/say.svelte.ts';

/** Display name of an order's kind: from its entry, otherwise from the endpoint that answered; empty if none did. */
export function orderKindName({ entry, by }: OrderAnswer): string {
  if (entry) return kindName(entry.endpoint);
  return by === null ? '' : t().orders.by[by];
}
