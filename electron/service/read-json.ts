import { isTooDeep } from '../../shared/text/nesting-depth.ts';
import type { HttpAnswer } from './exchange.ts';
import { lineOfText } from './line-of-text.ts';
import { parseJson } from './parse-json.ts';

export type ReadJson =
  | { kind: 'json'; json: unknown }
  | { kind: 'empty' }
  /** one short line that is no JSON and calls itself no page */
  | { kind: 'text'; text: string }
  /** meant to be JSON, but not whole */
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

/** Reads the body of a 2xx answer. What it is decides before what it says it is: services mislabel JSON, and pages mislabel themselves. */
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
  // nested without end it would run out of stack in whatever reads on
  if (parsed.ok && !isTooDeep(parsed.json)) return { kind: 'json', json: parsed.json };
  const line = beginsJson || page ? null : lineOfText(body);
  if (line !== null) return { kind: 'text', text: line };
  return looksLikeJson ? { kind: 'broken', how: 'broken-json' } : { kind: 'something-else' };
}
