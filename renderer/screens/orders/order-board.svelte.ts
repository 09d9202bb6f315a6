import type { OrderAnswer } from '../../../shared/contract/order-answers.ts';
import type { OrderKind } from '../../../shared/contract/lookup-procedures.ts';
import { ok } from '../../../shared/contract/problem.ts';
import { LookupList } from '../../lookups/asked-list.svelte.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';

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
