import { kindName, t } from '../../texts/say.svelte.ts';
import type { Grouping } from './sum-parts.ts';

/** Display name of a group. */
export function groupName(by: Grouping, name: string | number): string {
  if (by === 'endpoint') return kindName(Number(name));
  if (name !== '') return String(name);
  return by === 'operator' ? t().frame.noOperator : t().close.noService;
}
