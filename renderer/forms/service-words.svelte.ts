import type { EntryRow, HistoryStep } from '../../shared/contract/entry-answers.ts';
import { choices } from '../state/choices.svelte.ts';
import { sayReason, sayWhy } from '../texts/say-why.ts';
import { t } from '../texts/say.svelte.ts';
import { labelOf } from './label-of.ts';
import { withFieldsNamed } from './with-fields-named.ts';

// paths of fields and codes of sockets are for who asked for the service's names, and stand word for word with the answer
const plainly = (said: string): string => (choices.serviceNames ? said : withFieldsNamed(said, labelOf));

/** Why an entry was refused, in the words of the screen as far as they are known. */
export const reasonHere = (reason: NonNullable<EntryRow['reason']>): string => plainly(sayReason(t().whys, reason));

/** A step of a history, likewise. */
export function whyHere(why: HistoryStep['why']): string {
  if ('said' in why || choices.serviceNames) return plainly(sayWhy(t().whys, why));
  return plainly(
    sayWhy(t().whys, { ...why, params: { ...why.params, ...(why.code === 'no-answer' && { code: '' }) } }),
  );
}
