import { plainText } from './plain-text.ts';

const maxLineCharacters = 200;

/** The answer as one line of text; null if it is longer, has several lines, or contains control characters. */
export function lineOfText(body: string): string | null {
  const line = body.trim();
  if (line === '' || [...line].length > maxLineCharacters) return null;
  return /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(line) ? null : plainText(line);
}
