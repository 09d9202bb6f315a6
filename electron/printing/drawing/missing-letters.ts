import { drawingLabels } from '../../../shared/creates/create-kinds.ts';
import { ownLabelsIn } from '../../../shared/labels/own-label.ts';
import { jsonPath } from '../../../shared/path/path.ts';
import { valueAt } from '../../../shared/service/value-at.ts';
import { undrawableIn } from '../../labels/text/shape-text.ts';
import { addressNames } from './label-source-of.ts';

/** Texts without which a label is not printed. An e-mail address is never printed. */
const printed = [
  ['Package', 'PackageId'],
  ['Package', 'ServiceCode'],
  ...addressNames.filter((name) => name !== 'Email').map((name) => ['Package', 'ShipToAddress', name]),
];

/** A field of an order, and its characters that no font of the label has. */
export interface MissingLetters {
  /** JSONPath in the body */
  path: string;
  characters: string[];
}

/** The characters, such as emoji, because of which the label of an order could not be printed. */
export function missingLetters(endpoint: number, body: unknown): MissingLetters[] {
  if (!drawingLabels.some((one) => one === endpoint) || ownLabelsIn(body).length > 0) return [];
  return printed.flatMap((path) => {
    const text = valueAt(body, path);
    const characters = typeof text === 'string' ? undrawableIn(text) : [];
    return characters.length > 0 ? [{ path: jsonPath(path), characters }] : [];
  });
}
