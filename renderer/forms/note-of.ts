import { countryName } from '../../shared/countries/country-names.ts';
import { hasUnseen } from '../../shared/paste-address/read-block.ts';
import type { FieldDescription } from '../../shared/service/describe-fields.ts';
import { choices } from '../state/choices.svelte.ts';
import { t } from '../texts/say.svelte.ts';
import { lastName } from './field-path.ts';
import { numberNote } from './number-note.ts';

/** What to say under a field that is right: what was sent before where that differs, how a number is read, whose code it is. */
export function noteOf(
  path: string,
  field: FieldDescription | undefined,
  text: string,
  sent: ReadonlyMap<string, string> | undefined,
): string | undefined {
  const before = sent?.get(path) ?? '';
  if (sent && before !== text) return before === '' ? t().form.wasEmpty : t().form.wasSent({ value: before });
  if (hasUnseen(text)) return t().address.unseenHere;
  if (lastName(path) === 'Country') return nameOf(text.trim());
  return field ? numberNote(field.type, text, choices.locale) : undefined;
}

function nameOf(code: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  const name = countryName(code, choices.language);
  return name === code ? undefined : name;
}
