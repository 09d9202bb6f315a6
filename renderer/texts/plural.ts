import { format } from './format.svelte.ts';

/** The words of one thing, and of several; `#` is the number. A language that counts everything alike gives the last alone. */
type Forms = readonly [other: string] | readonly [one: string, other: string];

/**
 * Counts in a language: `n(3, 'one entry', '# entries')` is `3 entries`. Which form a number takes is the language's own rule, how
 * the number is written the person's; a whole number may come written already.
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
