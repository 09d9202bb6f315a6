import type { OrderAnswer } from '../../../shared/contract/order-answers.ts';
import type { OrderKind } from '../../../shared/contract/lookup-procedures.ts';
import { ok } from '../../../shared/contract/problem.ts';
import { AskedList } from '../../lookups/asked-list.svelte.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';

/** More are not asked about at once. */
export const maxOrders = 500;

/** Orders as they are looked up, by their ids. It stays so when the screen is left. */
class OrderBoard {
  kind = $state<OrderKind>('any');
  readonly asked = new AskedList<OrderAnswer>({
    about: 'orders',
    most: maxOrders,
    idOf: ({ id }) => id,
    load: async (ids, mode) => {
      const answered = await ask('orders.look', { ids, kind: this.kind, mode });
      return answered.ok ? ok(answered.value.orders) : answered;
    },
  });

  receive = (event: ClientEvent): void => {
    this.asked.receive(event);
    // the entry that made an order is shown beside it
    if (event.kind === 'entries' || event.kind === 'desk') this.asked.source.changed('many');
  };

  /** Another kind: what is known under the old one may not be of this one. */
  choose(kind: OrderKind): void {
    this.kind = kind;
    this.asked.source.changed('many');
  }
}

export const orderBoard = new OrderBoard();
