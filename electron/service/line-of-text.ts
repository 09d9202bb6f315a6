import { plainText } from './plain-text.ts';

const longest = 200;

/** The one line of text that an answer is; null where it is longer, more than a line, or holds what no text does. */
export function lineOfText(body: string): string | null {
  const line = body.trim();
  if (line === '' || [...line].length > longest) return null;
  return /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(line) ? null : plainText(line);
}
