import type { OrderAnswer } from '../../../shared/contract/lookup-answers.ts';
import type { OrderKind } from '../../../shared/contract/lookup-procedures.ts';
import { ok } from '../../../shared/contract/problem.ts';
import { LookupList } from '../../lookups/lookup-list.svelte.ts';
import { route } from '../../state/route.svelte.ts';
import { kindName, t } from '../../texts/say.svelte.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';

/** Display name of an order's kind: from its entry, otherwise from the endpoint that answered; empty if none did. */
export function orderKindName({ entry, by }: OrderAnswer): string {
  if (entry) return kindName(entry.endpoint);
  return by === null ? '' : t().orders.by[by];
}

/** Maximum orders per query. */
export const maxOrders = 500;

/** State of the orders screen: orders looked up by id. It survives leaving the screen. */
class OrderBoard {
  kind = $state<OrderKind>('any');
  readonly asked = new LookupList<OrderAnswer>({
    about: 'orders',
    maxLength: maxOrders,
    idOf: ({ id }) => id,
    load: async (ids, mode) => {
      const answered = await ask('orders.look', { ids, kind: this.kind, mode });
      return answered.ok ? ok(answered.value.orders) : answered;
    },
  });

  receive = (event: ClientEvent): void => {
    this.asked.receive(event);
    // rows also show the entry that created the order
    if (event.kind === 'entries' || event.kind === 'desk') this.asked.source.changed('many');
  };

  /** Selects another kind; answers for the old kind may not apply. */
  choose(kind: OrderKind): void {
    this.kind = kind;
    this.asked.source.changed('many');
  }
}

export const orderBoard = new OrderBoard();

/** Opens an order of any kind by its id, from another screen. */
export function showOrder(id: string): void {
  if (orderBoard.kind !== 'any') orderBoard.choose('any');
  route.go('orders', id);
}
