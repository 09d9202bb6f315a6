import type { OrderForm } from './order-form.svelte.ts';

const offered: readonly (string | undefined)[] = ['own', 'carried'];

/** Whether anybody typed in a form; what the desk filled in by itself is nobody's typing. */
export function hasTyped({ tree, asked }: Pick<OrderForm, 'tree' | 'asked'>): boolean {
  for (const [path, { text = '', origin, seen }] of tree.leaves()) {
    // in a form that was begun from another, what somebody saw and left as it is has become his own
    const brought = asked.on && seen ? undefined : origin;
    if (text !== '' && path !== 'Location' && !offered.includes(brought)) return true;
  }
  return false;
}
