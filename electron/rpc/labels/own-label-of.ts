import type { LabelProblem } from '../../../shared/labels/label-layout.ts';
import { isAtAddress, ownLabelsIn } from '../../../shared/labels/own-label.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import type { Drawing } from '../../labels/draw.ts';
import type { Size } from '../../labels/label-form.ts';
import { moved } from '../../labels/to-sheets.ts';
import type { LabelOrder } from '../../outbox/read-labels.ts';
import type { OwnDrawn, OwnFault, OwnWanted } from '../../own-labels/make-own.ts';
import { notFetched } from '../../own-labels/not-fetched.ts';
import { OwnLabelError } from '../../own-labels/own-label.ts';
import { readText } from '../../own-labels/read-text.ts';
import { isPrivateHost } from '../../service/private-address.ts';

/** Draws labels that orders bring along; on paper of a size, or each page as large as it is. */
export interface OwnDrawer {
  draw: (wanted: OwnWanted, paper: Size | null) => Promise<OwnDrawn>;
  /** this one will be asked for soon */
  ahead: (wanted: Pick<OwnWanted, 'texts' | 'allowPrivate'>) => void;
}

/** The label that an order brings along, which is printed in the place of the desk's; null: it brings none, or has no number yet. */
export function ownLabelOf(
  order: LabelOrder,
  settings: Pick<Settings, 'labelPrivate'>,
  marks: OwnWanted['marks'],
): OwnWanted | null {
  return order.TrackingNumber === '' ? null : broughtBy(order.body, settings, marks);
}

/** The same whether it has a number or not; null: it brings none. */
export function broughtBy(
  body: unknown,
  settings: Pick<Settings, 'labelPrivate'>,
  marks: OwnWanted['marks'],
): OwnWanted | null {
  const texts = ownLabelsIn(body);
  return texts.length === 0 ? null : { texts, marks, allowPrivate: settings.labelPrivate };
}

/** What is wrong with the addresses that a label names, as far as they say so themselves. */
export const faultsOfAddresses = ({ texts, allowPrivate }: OwnWanted): OwnFault[] =>
  texts.filter(isAtAddress).flatMap(({ field, text }) => {
    try {
      const read = readText(text);
      if ('address' in read && !allowPrivate && isPrivateHost(read.address))
        throw notFetched({ refused: 'private-address' });
      return [];
    } catch (error) {
      if (!(error instanceof OwnLabelError)) throw error;
      const { reason, message, params } = error;
      return [{ field, reason, message, params }];
    }
  });

/** Why what a body brings along cannot be printed on this paper, as far as it says so itself: what it names is not fetched. */
export async function problemsOfBrought(
  own: OwnWanted | null,
  draw: OwnDrawer['draw'],
  paper: Size,
): Promise<LabelProblem[]> {
  if (!own) return [];
  const here = { ...own, texts: own.texts.filter((one) => !isAtAddress(one)) };
  const drawn = here.texts.length > 0 ? await draw(here, paper) : null;
  const faults = [...faultsOfAddresses(own), ...(drawn && 'fault' in drawn ? [drawn.fault] : [])];
  return faults.map(problemOfOwn).filter(({ stops }) => stops);
}

/** As lists of labels and logs tell it. */
export const wordsOfOwn = ({ field, message }: OwnFault): string =>
  field === 'ImportLabel' ? message : `${field}: ${message}`;

/** As screens and files tell it. ZPL that a printer draws itself is no reason not to print it there. */
export const problemOfOwn = ({ field, reason, message, params }: OwnFault): LabelProblem => ({
  kind: 'own-label',
  field,
  message,
  params: { ...params, reason },
  stops: reason !== 'zpl-printer',
});

/** Between two pages of a label that are shown as one picture (mm). */
const between = 4;

/** Pages below each other, as one picture. */
export function below(pages: readonly Drawing[]): Drawing {
  let height = -between;
  const shapes = pages.flatMap((page) => {
    const top = height + between;
    height = top + page.height;
    return page.shapes.map((shape) => moved(shape, 0, top));
  });
  return { width: Math.max(...pages.map((page) => page.width)), height, shapes };
}
