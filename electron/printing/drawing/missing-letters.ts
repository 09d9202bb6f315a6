import { labelDrawingCreates } from '../../../shared/creates/create-kinds.ts';
import { ownLabelsIn } from '../../../shared/labels/own-label.ts';
import { jsonPath } from '../../../shared/path/path.ts';
import { valueAt } from '../../../shared/service/value-at.ts';
import { describeCharacters, undrawableIn } from '../../labels/text/shape-text.ts';
import { addressFields } from './make-label-source.ts';

/** Texts without which a label is not printed. An e-mail address is never printed. */
const printed = [
  ['Package', 'PackageId'],
  ['Package', 'ServiceCode'],
  ...addressFields.filter((name) => name !== 'Email').map((name) => ['Package', 'ShipToAddress', name]),
];

/** A field of an order with characters that no font of the label has. */
export interface MissingLetters {
  /** JSONPath in the body */
  path: string;
  code: 'missing-glyph';
  /** `characters`: the first of them, with their code points */
  params: { characters: string };
  message: string;
}

/** The fields because of whose letters, such as emoji, the label of an order could not be printed. */
export function missingLetters(endpoint: number, body: unknown): MissingLetters[] {
  if (!labelDrawingCreates.some((one) => one === endpoint) || ownLabelsIn(body).length > 0) return [];
  return printed.flatMap((path) => {
    const text = valueAt(body, path);
    const found = typeof text === 'string' ? undrawableIn(text) : [];
    if (found.length === 0) return [];
    const characters = describeCharacters(found);
    const message = `No font of the label has ${characters}, so the label cannot be printed. Write it in other letters.`;
    return [{ path: jsonPath(path), code: 'missing-glyph' as const, params: { characters }, message }];
  });
}
