import { jsonPath } from '../../shared/path/path.ts';
import type { RefusalError } from './answer.ts';

/**
 * Words that a trainer writes into Remark, Custom or ProductRemark to get a certain outcome, in capitals and as a whole
 * word. FAIL: creation fails. HEAL: creation fails at first and succeeds later. SLOW: creation takes ten moments.
 * PROVISIONAL: the number changes once. DELETE: an outbound order is deleted at the service. SHORT: one piece of an
 * inbound order is missing. REJECT: a SKU is not approved. REFUSE works in every text, see `refusedTexts`.
 */
const words = ['FAIL', 'HEAL', 'SLOW', 'PROVISIONAL', 'DELETE', 'SHORT', 'REJECT'] as const;
export type PracticeWord = (typeof words)[number];

const wordFields = ['Remark', 'Custom', 'ProductRemark'];

/** The practice words in the body of a create, at its top level and in its Package. */
export function practiceWords(body: unknown): ReadonlySet<PracticeWord> {
  const texts = [body, fieldOf(body, 'Package')].flatMap((part) => wordFields.map((name) => fieldOf(part, name)));
  const text = texts.filter((value) => typeof value === 'string').join('\n');
  return new Set(words.filter((word) => containsWord(text, word)));
}

/** Whether a text contains a practice word as a whole word. */
export const containsWord = (text: string, word: string): boolean =>
  new RegExp(`(?<![A-Za-z0-9])${word}(?![A-Za-z0-9])`).test(text);

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/**
 * One error for each text of a create that contains REFUSE, in capitals and as a whole word, with the path of its
 * field. So a trainer can have any field refused, at any depth and in every kind of create.
 */
export function refusedTexts(body: unknown, path: readonly PropertyKey[] = []): RefusalError[] {
  if (typeof body === 'string') return containsWord(body, 'REFUSE') ? [errorAt(path, body)] : [];
  if (typeof body !== 'object' || body === null) return [];
  return Array.isArray(body)
    ? body.flatMap((entry, index) => refusedTexts(entry, [...path, index]))
    : Object.entries(body).flatMap(([name, value]) => refusedTexts(value, [...path, name]));
}

const maxTextLength = 100;

const errorAt = (path: readonly PropertyKey[], text: string): RefusalError => ({
  Code: 'PRACTICE-REFUSED',
  Message: `${jsonPath(path)}: "${text.slice(0, maxTextLength)}" is not known here`,
});
