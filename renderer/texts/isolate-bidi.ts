import { boundedText } from '../../shared/text/bounded-text.ts';

// letters that run from right to left, and marks that turn the direction of what follows
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A name of a person's making within a sentence: it turns the direction of nothing but itself. */
export const isolateBidi = (name: string): string => (turns.test(name) ? `\u2068${boundedText(name)}\u2069` : name);

/** A parameter of a sentence as it may stand in one: a text turns the direction of nothing but itself. */
const safe = (given: unknown): unknown =>
  typeof given === 'string'
    ? isolateBidi(given)
    : typeof given === 'object' && given !== null && Object.getPrototypeOf(given) === Object.prototype
      ? Object.fromEntries(Object.entries(given).map(([name, value]) => [name, safe(value)]))
      : given;

/**
 * The same catalogue, whose sentences keep what they are given within bounds: names, numbers and words of others may be written
 * from right to left, or hold marks that turn what stands behind them.
 */
export function isolating<T extends object>(catalogue: T): T {
  const bounded = { ...catalogue };
  for (const [name, said] of Object.entries(catalogue)) Reflect.set(bounded, name, boundedWords(said));
  return bounded;
}

function boundedWords(said: unknown): unknown {
  if (typeof said === 'function')
    return (...given: unknown[]): unknown => Reflect.apply(said, undefined, given.map(safe));
  return typeof said === 'object' && said !== null && !Array.isArray(said) ? isolating(said) : said;
}
