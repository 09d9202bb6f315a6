import type { OrderAnswer } from '../../../shared/contract/order-answers.ts';
import { kindName, t } from '../../texts/say.svelte.ts';

/** What an order is called: as the entry it was made from, else as all that the answering endpoint knows; nothing where none knew it. */
export function kindOfOrder({ entry, by }: OrderAnswer): string {
  if (entry) return kindName(entry.endpoint);
  return by === null ? '' : t().orders.by[by];
}
