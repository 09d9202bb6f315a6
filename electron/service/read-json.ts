import { isTooDeep } from '../../shared/text/nesting-depth.ts';
import type { HttpAnswer } from './exchange.ts';
import { lineOfText } from './line-of-text.ts';
import { parseJson } from './parse-json.ts';

export type ReadJson =
  | { kind: 'json'; json: unknown }
  | { kind: 'empty' }
  /** one short line that is neither JSON nor declared as a page */
  | { kind: 'text'; text: string }
  /** intended as JSON, but incomplete or invalid */
  | { kind: 'broken'; how: keyof typeof brokenWords }
  /** nothing that a service of this kind sends */
  | { kind: 'something-else' };

/** How an answer fails to be JSON, in plain English. */
export const brokenWords = {
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
  const page = !looksLikeJson && /html/i.test(contentType ?? '');
  if (bodyState !== 'complete') return page ? { kind: 'something-else' } : { kind: 'broken', how: bodyState };
  if (start === '') return { kind: 'empty' };
  const parsed = parseJson(body);
  // Deep nesting would overflow the stack of later readers.
  if (parsed.ok && !isTooDeep(parsed.json)) return { kind: 'json', json: parsed.json };
  const line = beginsJson || page ? null : lineOfText(body);
  if (line !== null) return { kind: 'text', text: line };
  return looksLikeJson ? { kind: 'broken', how: 'broken-json' } : { kind: 'something-else' };
}
