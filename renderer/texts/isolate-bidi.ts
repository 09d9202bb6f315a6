import { boundedText } from '../../shared/text/bounded-text.ts';

// right-to-left letters and bidi control characters
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Wraps a user-entered name for a sentence, so that it does not change the direction of the text around it. */
export const isolateBidi = (name: string): string => (turns.test(name) ? `\u2068${boundedText(name)}\u2069` : name);

/** Isolates every text in a parameter of a sentence. */
const safe = (given: unknown): unknown =>
  typeof given === 'string'
    ? isolateBidi(given)
    : typeof given === 'object' && given !== null && Object.getPrototypeOf(given) === Object.prototype
      ? Object.fromEntries(Object.entries(given).map(([name, value]) => [name, safe(value)]))
      : given;

/**
 * The catalogue with sentences that isolate their parameters: names, numbers and foreign words may be right-to-left or
 * contain bidi controls that would reorder the text after them.
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
