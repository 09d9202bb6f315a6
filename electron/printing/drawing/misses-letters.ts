import { drawingLabels } from '../../../shared/creates/create-kinds.ts';
import { ownLabelsIn } from '../../../shared/labels/own-label.ts';
import { valueAt } from '../../../shared/service/value-at.ts';
import { coversText } from '../../labels/text/shape-text.ts';
import { addressNames } from './label-source-of.ts';

/** Texts without which a label is not printed. An e-mail address is never printed. */
const printed = [
  ['Package', 'PackageId'],
  ['Package', 'ServiceCode'],
  ...addressNames.filter((name) => name !== 'Email').map((name) => ['Package', 'ShipToAddress', name]),
];

/** Whether the label of an order could not be printed because no font of it has some letter, such as an emoji. */
export function missesLetters(endpoint: number, body: unknown): boolean {
  if (!drawingLabels.some((one) => one === endpoint) || ownLabelsIn(body).length > 0) return false;
  return printed.some((path) => {
    const text = valueAt(body, path);
    return typeof text === 'string' && !coversText(text);
  });
}
