import { route } from '../../state/route.svelte.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { sayProblem, t } from '../../texts/say.svelte.ts';
import { ask } from '../../transport/desk.ts';
import { priceBoard } from './price-board.svelte.ts';

/** Requests prices for an entry of this desk. */
export async function priceEntry(id: string): Promise<void> {
  const entry = await ask('entries.get', { id });
  const request = await ask('prices.fromEntry', { id });
  if (!request.ok) toasts.show(() => sayProblem(request.problem), 'no');
  else await priceBoard.price(request.value, entry.ok ? entry.value.key : id);
}

/** Requests prices for an open form, saved or not, and shows them. `key` may still be empty. */
export async function priceForm(endpoint: number, body: Record<string, unknown>, key: string): Promise<void> {
  const request = await ask('prices.fromBody', { endpoint, body });
  if (!request.ok) {
    toasts.show(() => sayProblem(request.problem), 'no');
    return;
  }
  await priceBoard.price(request.value, key === '' ? t().prices.openForm : key);
  route.go('prices');
}
