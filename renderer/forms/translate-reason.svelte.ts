import type { EntryRow, HistoryStep } from '../../shared/contract/entry-answers.ts';
import { choices } from '../choices/choices.svelte.ts';
import { sayReason, sayWhy } from '../texts/say-why.ts';
import { t } from '../texts/say.svelte.ts';
import { labelOf } from './field-texts.ts';

// A path at the start of an error, as services that list errors by field write it: `$.Package.Skus[0].Weight:` or
// `Package.ShipToAddress.City:`.
const fieldPathPattern = /(^|[\s;；])((?:\$\.)?(?:[A-Z]\w*(?:\[\d+\])?\.)*[A-Z]\w*(?:\[\d+\])?)(?=:\s|：)/gu;

/** Replaces each field path before a colon in the service's words by the label on the screen. */
export const labelFieldsIn = (message: string, labelOfPath: (path: string) => string): string =>
  message.replace(fieldPathPattern, (match, separator: string, path: string) =>
    /[.$]/.test(path) ? `${separator}${labelOfPath(path.replace(/^\$\./, ''))}` : match,
  );

// Field paths and socket codes are shown only with service names, and then exactly as the service wrote them.
const withLabels = (message: string): string => (choices.serviceNames ? message : labelFieldsIn(message, labelOf));

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
