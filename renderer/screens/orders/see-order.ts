import { route } from '../../state/route.svelte.ts';
import { orderBoard } from './order-board.svelte.ts';

/** Opens an order of any kind by its id, from another screen. */
export function showOrder(id: string): void {
  if (orderBoard.kind !== 'any') orderBoard.choose('any');
  route.go('orders', id);
}
