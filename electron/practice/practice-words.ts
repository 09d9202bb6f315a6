import { jsonPath } from '../../shared/path/path.ts';
import type { RefusalError } from './answer.ts';

/**
 * Words a trainer writes into Remark, Custom or ProductRemark to produce a certain outcome, in capitals and as a whole
 * word. FAIL: creation fails. HEAL: it fails and is made later. SLOW: it takes ten moments. PROVISIONAL: the number
 * changes once. DELETE: an outbound order is deleted at the service. SHORT: one piece of an inbound order is missing.
 * REJECT: a SKU is not approved. REFUSE works in every text, see `refusedTexts`.
 */
const words = ['FAIL', 'HEAL', 'SLOW', 'PROVISIONAL', 'DELETE', 'SHORT', 'REJECT'] as const;
export type PracticeWord = (typeof words)[number];

const spokenIn = ['Remark', 'Custom', 'ProductRemark'];

/** The practice words in a create's body, at its top level and in its Package. */
export function practiceWords(body: unknown): ReadonlySet<PracticeWord> {
  const said = [body, fieldOf(body, 'Package')].flatMap((part) => spokenIn.map((name) => fieldOf(part, name)));
  const text = said.filter((value) => typeof value === 'string').join('\n');
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
 * field: a trainer thus chooses which field the service refuses, at any depth and in every kind of create.
 */
export function refusedTexts(body: unknown, way: readonly PropertyKey[] = []): RefusalError[] {
  if (typeof body === 'string') return containsWord(body, 'REFUSE') ? [errorAt(way, body)] : [];
  if (typeof body !== 'object' || body === null) return [];
  return Array.isArray(body)
    ? body.flatMap((entry, index) => refusedTexts(entry, [...way, index]))
    : Object.entries(body).flatMap(([name, value]) => refusedTexts(value, [...way, name]));
}

const longest = 100;

const errorAt = (way: readonly PropertyKey[], text: string): RefusalError => ({
  Code: 'PRACTICE-REFUSED',
  Message: `${jsonPath(way)}: "${text.slice(0, longest)}" is not known here`,
});
