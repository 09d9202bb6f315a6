import { format } from './format.svelte.ts';

/** Singular and plural; `#` is the number. A language without a plural has only the last form. */
type Forms = readonly [other: string] | readonly [one: string, other: string];

/**
 * Counts in a language: `n(3, 'one entry', '# entries')` is `3 entries`. The language selects the form, the user's
 * locale formats the number; a whole number may already be formatted.
 */
export function counting(language: string): (count: number | string, ...forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, ...forms) => {
    const [one, other = one] = forms;
    const number = typeof count === 'number' ? count : Number(count.replaceAll(/\D/g, ''));
    const written = typeof count === 'number' ? format.number(count) : count;
    return (rules.select(number) === 'one' ? one : other).replaceAll('#', written);
  };
}
