import { compareDecimals, readDecimal } from '../../../shared/text/exact-decimal.ts';
import { isTooDeep } from '../../../shared/text/nesting-depth.ts';
import type { HttpAnswer } from './exchange.ts';

const maxTextCharacters = 500;

/** Turns untrusted text into one line of plain text: control and direction characters removed, length bounded. */
export function plainText(text: string): string {
  const line = text
    .slice(0, 20 * maxTextCharacters)
    .replace(/[\p{Cc}\u061c\u200e\u200f\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= maxTextCharacters ? line : `${line.slice(0, maxTextCharacters - 1).trimEnd()}…`;
}

/** The text of a page: its title, or else its body. Unclosed tags stay cheap to match: pages come from anyone. */
export function textOfPage(html: string): string {
  const start = html.slice(0, 16 * 1024);
  const title = /<title[^<>]{0,200}>([^<]*)<\/title/i.exec(start)?.[1] ?? '';
  const text = start.replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ').replace(/<[^>]*>?/g, ' ');
  return plainText(decodeEntities(title.trim() === '' ? text : title));
}

const namedEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const decodeEntities = (text: string) =>
  text.replace(/&(\w+);/g, (entity, name: string) => namedEntities[name] ?? entity);

export type Parsed = { ok: true; json: unknown } | { ok: false };

/** Parses JSON without throwing. */
export function parseJson(text: string): Parsed {
  try {
    return { ok: true, json: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const maxLineCharacters = 200;

/** The answer as one line of text; null if it is longer, has several lines, or contains control characters. */
export function lineOfText(body: string): string | null {
  const line = body.trim();
  if (line === '' || [...line].length > maxLineCharacters) return null;
  return /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(line) ? null : plainText(line);
}

export type ReadJson =
  | { kind: 'json'; json: unknown }
  | { kind: 'empty' }
  /** one short line that is neither JSON nor declared as a page */
  | { kind: 'text'; text: string }
  /** intended as JSON, but incomplete or invalid */
  | { kind: 'broken'; fault: keyof typeof jsonFaultTexts }
  /** nothing that a service of this kind sends */
  | { kind: 'something-else' };

/** How an answer fails to be JSON, in plain English. */
export const jsonFaultTexts = {
  cut: 'cut short',
  'too-big': 'too big',
  garbled: 'not readable',
  'broken-json': 'broken JSON',
} as const;

/**
 * Reads the body of a 2xx answer. The content decides before the content type: services mislabel JSON, and pages
 * mislabel themselves.
 */
export function readJson({ body, bodyState, contentType }: HttpAnswer): ReadJson {
  const start = body.trimStart();
  if (start.startsWith('<')) return { kind: 'something-else' };
  const claimsJson = /[/+]json\b/i.test(contentType ?? '');
  const beginsJson = /^[{["]/.test(start);
  const looksLikeJson = claimsJson || beginsJson;
  const isPage = !looksLikeJson && /html/i.test(contentType ?? '');
  if (bodyState !== 'complete') return isPage ? { kind: 'something-else' } : { kind: 'broken', fault: bodyState };
  if (start === '') return { kind: 'empty' };
  const parsed = parseJson(body);
  // Deep nesting would overflow the stack of later readers.
  if (parsed.ok && !isTooDeep(parsed.json)) return { kind: 'json', json: parsed.json };
  const line = beginsJson || isPage ? null : lineOfText(body);
  if (line !== null) return { kind: 'text', text: line };
  return looksLikeJson ? { kind: 'broken', fault: 'broken-json' } : { kind: 'something-else' };
}

/** Matches a number with so many digits, or such an exponent, that a double may not represent it. */
const possiblyInexactNumber = /[:[,]\s*-?\d(?:[\d.]{15}|[\d.]*[eE][+-]?\d{3})/;

/**
 * Reads the same text as `json`, but keeps each number that a double cannot represent as its text, with every digit.
 * Returns `json` itself, after one scan of the text, if there is none.
 */
export function exactJson(text: string, json: unknown): unknown {
  if (!possiblyInexactNumber.test(text)) return json;
  const keepDigits = (_name: string, value: unknown, { source }: { source?: string }): unknown =>
    typeof value !== 'number' || source === undefined || representsExactly(value, source) ? value : source;
  return JSON.parse(text, keepDigits as Parameters<typeof JSON.parse>[1]);
}

function representsExactly(value: number, source: string): boolean {
  if (String(value) === source) return true;
  const [doubleValue, sourceValue] = [readDecimal(value), readDecimal(source)];
  // A number that does not parse as a decimal keeps its JSON value.
  return sourceValue === null || (doubleValue !== null && compareDecimals(doubleValue, sourceValue) === 0);
}
