import { isolateBidi } from './isolate-bidi.ts';

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
