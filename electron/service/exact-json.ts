import { compareDecimals, readDecimal } from '../../shared/text/exact-decimal.ts';

/** Matches a number with so many digits, or such an exponent, that a double may not represent it. */
const maybeInexact = /[:[,]\s*-?\d(?:[\d.]{15}|[\d.]*[eE][+-]?\d{3})/;

/**
 * Reads the same text as `json`, but keeps each number that a double cannot represent as its text, with every digit.
 * Returns `json` itself, after one scan of the text, if there is none.
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
  // A number that does not parse as a decimal keeps its JSON value.
  return said === null || (read !== null && compareDecimals(read, said) === 0);
}
