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
  readonly lookups = new LookupList<OrderAnswer>({
    about: 'orders',
    maxLength: maxOrders,
    idOf: ({ id }) => id,
    load: async (ids, mode) => {
      const answer = await ask('orders.look', { ids, kind: this.kind, mode });
      return answer.ok ? ok(answer.value.orders) : answer;
    },
  });

  receive = (event: ClientEvent): void => {
    this.lookups.handleEvent(event);
    // rows also show the entry that created the order
    if (event.kind === 'entries' || event.kind === 'desk') this.lookups.source.markChanged('many');
  };

  /** Selects another kind; answers for the old kind may not apply. */
  selectKind(kind: OrderKind): void {
    this.kind = kind;
    this.lookups.source.markChanged('many');
  }
}

export const orderBoard = new OrderBoard();

/** Opens an order of any kind by its id, from another screen. */
export function showOrder(id: string): void {
  if (orderBoard.kind !== 'any') orderBoard.selectKind('any');
  route.go('orders', id);
}
