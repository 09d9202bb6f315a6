import { compareDecimals, readDecimal } from '../../shared/text/exact-decimal.ts';

/** A number with so many digits, or such an exponent, that a double may not hold it. */
const maybeInexact = /[:[,]\s*-?\d(?:[\d.]{15}|[\d.]*[eE][+-]?\d{3})/;

/**
 * The same JSON as `json`, read from the same text, but with each number that a double does not hold as the text of it, to its
 * last digit. Where there is none, which costs one look at the text, it is `json` itself.
 */
export function exactJson(text: string, json: unknown): unknown {
  if (!maybeInexact.test(text)) return json;
  const keepDigits = (_name: string, value: unknown, { source }: { source?: string }): unknown =>
    typeof value !== 'number' || source === undefined || holds(value, source) ? value : source;
  return JSON.parse(text, keepDigits as Parameters<typeof JSON.parse>[1]);
}

function holds(value: number, source: string): boolean {
  if (String(value) === source) return true;
  const [read, said] = [readDecimal(value), readDecimal(source)];
  // what is not even read as a decimal stays what JSON makes of it
  return said === null || (read !== null && compareDecimals(read, said) === 0);
}
