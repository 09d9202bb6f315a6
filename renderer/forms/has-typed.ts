import type { OrderForm } from './order-form.svelte.ts';

const offered: readonly string[] = ['own', 'carried'];

/** Whether anybody typed in a form; what the desk filled in by itself is nobody's typing. */
export function hasTyped(form: Pick<OrderForm, 'texts' | 'origins'>): boolean {
  const { origins } = form;
  // in a form that was begun from another, what somebody saw and left as it is has become his own
  const brought = (path: string, text: string) =>
    origins.asked.on ? origins.at(path, text) : origins.broughtAt(path, text);
  for (const [path, text] of form.texts) {
    if (text !== '' && path !== 'Location' && !offered.includes(brought(path, text) ?? '')) return true;
  }
  return false;
}
