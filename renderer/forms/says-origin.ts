import { t } from '../texts/say.svelte.ts';
import type { Origin } from './tree/nodes.svelte.ts';

/** Label for the origin of a text the user did not type; for a field to reconfirm, asks whether it changes. */
export function originLabel(origin: Origin | undefined, asked: boolean): string | undefined {
  if (origin === undefined) return undefined;
  return asked && (origin === 'carried' || origin === 'template')
    ? t().filling.again[origin]
    : t().filling.origin[origin];
}
