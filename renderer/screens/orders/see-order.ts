import { route } from '../../state/route.svelte.ts';
import { orderBoard } from './order-board.svelte.ts';

/** Opens an order by its id from another screen, of whatever kind it is. */
export function seeOrder(id: string): void {
  if (orderBoard.kind !== 'any') orderBoard.choose('any');
  route.go('orders', id);
}
