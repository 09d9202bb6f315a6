import { ask } from '../../transport/desk.ts';
import type { OrderForm } from '../order-form.svelte.ts';
import type { AddressFill, AddressFillSnapshot } from './filling.svelte.ts';

const storageNameOf = (form: string): string => `filling/${form.toLowerCase()}`;

/** Saves the last fill and its doubtful fields on the desk, so that a restored form keeps its marks. */
export function saveAddressFill(form: string, kept: AddressFillSnapshot | null): void {
  void ask('desk.remember', { name: storageNameOf(form), value: structuredClone(kept) });
}

/** Restores them if the form still holds what was filled in. */
export async function restoreAddressFill(name: string, filling: AddressFill, form: OrderForm): Promise<void> {
  const recalled = await ask('desk.recall', { name: storageNameOf(name) });
  const kept = recalled.ok && isAddressFillSnapshot(recalled.value.value) ? recalled.value.value : null;
  if (!kept || filling.filled) return;
  const filled = kept.filled?.put.some(({ path, text }) => form.textAt(path) === text) ? kept.filled : null;
  const doubts = kept.doubts.filter((path) => form.textAt(path) !== '');
  if (filled || doubts.length > 0) filling.restore({ filled, doubts });
}

// Written only by this screen and used only for display, so the shape is checked only as deep as it is used.
function isAddressFillSnapshot(value: unknown): value is AddressFillSnapshot {
  if (typeof value !== 'object' || value === null || !('filled' in value) || !('doubts' in value)) return false;
  const { filled, doubts } = value;
  if (!Array.isArray(doubts) || !doubts.every((path) => typeof path === 'string')) return false;
  if (filled === null) return true;
  if (typeof filled !== 'object' || !('text' in filled) || typeof filled.text !== 'string') return false;
  const lists = ['put', 'kept', 'lacking', 'rest', 'before'];
  return (
    lists.every((list) => Array.isArray((filled as Record<string, unknown>)[list])) &&
    'party' in filled &&
    'from' in filled
  );
}
