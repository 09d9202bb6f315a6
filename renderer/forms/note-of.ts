import { countryName } from '../../shared/countries/country-names.ts';
import type { FieldDescription } from '../../shared/service/describe-fields.ts';
import { hasInvisible } from '../../shared/text/unseen-text.ts';
import { choices } from '../state/choices.svelte.ts';
import { t } from '../texts/say.svelte.ts';
import { lastName } from '../../shared/path/path.ts';
import type { OrderForm } from './order-form.svelte.ts';
import { interpretationNote } from './read-note.ts';

/** Note under a valid field: invisible characters, the text sent before if it differs, or how the text is read. */
export function noteOf(
  form: Pick<OrderForm, 'textAt' | 'fieldAt' | 'isJoined' | 'originalPath'>,
  path: string,
  sent: ReadonlyMap<string, string> | undefined,
): string | undefined {
  const text = form.textAt(path);
  const field = form.fieldAt(path);
  if (hasInvisible(text)) return t().address.unseenHere;
  if (form.isJoined(path)) return t().form.joined;
  const place = form.originalPath(path);
  const before = (place === undefined ? undefined : sent?.get(place)) ?? '';
  // A line added since is reported by its list instead.
  if (sent && place !== undefined && before !== text) {
    return before === '' ? t().form.wasEmpty : t().form.wasSent({ value: sayText(field, before) });
  }
  return field ? interpretationNote(field, text, choices.locale) : undefined;
}

/** Same as `noteOf`, for a checkbox: if nothing was sent, it was not ticked. */
export function noteOfCheckbox(
  form: Pick<OrderForm, 'originalPath'>,
  path: string,
  ticked: boolean,
  sent: ReadonlyMap<string, string> | undefined,
): string | undefined {
  const place = form.originalPath(path);
  if (!sent || place === undefined) return undefined;
  const before = sent.get(place) === 'true';
  return before !== ticked ? t().form.wasSent({ value: before ? t().frame.yes : t().frame.no }) : undefined;
}

function sayText(field: FieldDescription | undefined, text: string): string {
  const { yes, no } = t().frame;
  return field?.type === 'flag' ? ({ true: yes, false: no }[text] ?? text) : text;
}

/** Meaning of a code, shown beside the field's name. */
export const meaningOf = (path: string, text: string): string | undefined =>
  lastName(path) === 'Country' ? nameOf(text.trim()) : undefined;

function nameOf(code: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  const name = countryName(code, choices.language);
  return name === code ? undefined : name;
}
