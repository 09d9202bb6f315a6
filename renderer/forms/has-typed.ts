import type { OrderForm } from './order-form.svelte.ts';

const offered: readonly string[] = ['own', 'carried'];

/** Whether anybody typed in a form; what the desk filled in by itself is nobody's typing. */
export function hasTyped(form: Pick<OrderForm, 'texts' | 'origins'>): boolean {
  for (const [path, text] of form.texts) {
    if (text !== '' && path !== 'Location' && !offered.includes(form.origins.at(path, text) ?? '')) return true;
  }
  return false;
}
