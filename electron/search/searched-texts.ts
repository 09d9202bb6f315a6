import { numberFields, unsearchedParts, wordFields } from './searched-fields.ts';

export interface SearchedText {
  /** name of the field in the interface document */
  field: string;
  text: string;
}

/** The searchable texts of a create's body, in the order of the body. */
export function* searchedTexts(body: unknown): Generator<SearchedText> {
  if (typeof body !== 'object' || body === null) return;
  if (Array.isArray(body)) {
    for (const one of body) yield* searchedTexts(one);
    return;
  }
  for (const [field, value] of Object.entries(body)) {
    if (typeof value === 'string') {
      if (numberFields.has(field) || wordFields.has(field)) yield { field, text: value };
    } else if (!unsearchedParts.has(field)) yield* searchedTexts(value);
  }
}
