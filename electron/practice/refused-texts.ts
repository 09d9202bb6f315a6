import { jsonPath } from '../../shared/path/path.ts';
import type { RefusalError } from './answer.ts';
import { says } from './practice-words.ts';

/**
 * An error for each text of a create that says REFUSE, in capitals and standing alone, naming the field it stands in: so a trainer
 * chooses what the service finds fault with, at any depth and in every kind of create.
 */
export function refusedTexts(body: unknown, way: readonly PropertyKey[] = []): RefusalError[] {
  if (typeof body === 'string') return says(body, 'REFUSE') ? [errorAt(way, body)] : [];
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
