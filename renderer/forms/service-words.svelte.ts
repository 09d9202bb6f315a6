import type { EntryRow, HistoryStep } from '../../shared/contract/entry-answers.ts';
import { choices } from '../state/choices.svelte.ts';
import { sayReason, sayWhy } from '../texts/say-why.ts';
import { t } from '../texts/say.svelte.ts';
import { labelOf } from './label-of.ts';
import { labelFieldsIn } from './with-fields-named.ts';

// Field paths and socket codes are shown only with service names, and then exactly as answered.
const withLabels = (said: string): string => (choices.serviceNames ? said : labelFieldsIn(said, labelOf));

/** Why an entry was refused, translated as far as known. */
export const translateReason = (reason: NonNullable<EntryRow['reason']>): string =>
  withLabels(sayReason(t().whys, reason));

/** Why a history step happened, translated as far as known. */
export function translateWhy(why: HistoryStep['why']): string {
  if ('said' in why || choices.serviceNames) return withLabels(sayWhy(t().whys, why));
  return withLabels(
    sayWhy(t().whys, { ...why, params: { ...why.params, ...(why.code === 'no-answer' && { code: '' }) } }),
  );
}
