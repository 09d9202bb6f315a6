import type { OrderForm } from './order-form.svelte.ts';

const offered: readonly (string | undefined)[] = ['own', 'carried'];

/** Whether a user typed in the form; what the desk filled in does not count. */
export function hasTyped({ tree, fieldsToReconfirm: asked }: Pick<OrderForm, 'tree' | 'fieldsToReconfirm'>): boolean {
  for (const [path, { text = '', origin, seen }] of tree.leaves()) {
    // In a form started from another, a text that was reviewed and left unchanged counts as the user's own.
    const brought = asked.isActive && seen ? undefined : origin;
    if (text !== '' && path !== 'Location' && !offered.includes(brought)) return true;
  }
  return false;
}
