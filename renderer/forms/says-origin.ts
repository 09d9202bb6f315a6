import { t } from '../texts/say.svelte.ts';
import type { Origin } from './tree/nodes.svelte.ts';

/** Where a text came from that nobody typed; of a field that is asked again, whether it is to change. */
export function saysOrigin(origin: Origin | undefined, asked: boolean): string | undefined {
  if (origin === undefined) return undefined;
  return asked && (origin === 'carried' || origin === 'template')
    ? t().filling.again[origin]
    : t().filling.origin[origin];
}
