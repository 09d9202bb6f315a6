import type { LabelProblem } from '../../../shared/labels/label-layout.ts';
import { isAtAddress, ownLabelsIn, ownLabelWarnings, ownWarningIn } from '../../../shared/labels/own-label.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import type { Drawing } from '../../labels/draw.ts';
import type { Size } from '../../labels/label-form.ts';
import { moved } from '../../labels/to-sheets.ts';
import type { LabelOrder } from '../../outbox/read-labels.ts';
import { isTooFine } from '../../own-labels/bar-codes.ts';
import type { OwnDrawn, OwnFault, OwnWanted } from '../../own-labels/make-own.ts';
import { notFetched } from '../../own-labels/not-fetched.ts';
import { OwnLabelError } from '../../own-labels/own-label.ts';
import { readText } from '../../own-labels/read-text.ts';
import { isPrivateHost } from '../../service/private-address.ts';

/** Draws own labels of orders, on paper of a size or each page in its own size. */
export interface OwnDrawer {
  draw: (wanted: OwnWanted, paper: Size | null) => Promise<OwnDrawn>;
  /** prefetches a label that will be drawn soon */
  ahead: (wanted: Pick<OwnWanted, 'texts' | 'allowPrivate'>) => void;
}

/** The own label of an order, printed instead of the desk's; null if it has none, or no number yet. */
export function ownLabelOf(
  order: LabelOrder,
  settings: Pick<Settings, 'labelPrivate'>,
  marks: OwnWanted['marks'],
): OwnWanted | null {
  return order.TrackingNumber === '' ? null : broughtBy(order.body, settings, marks);
}

/** The own label in a request body, with or without a number; null if it has none. */
export function broughtBy(
  body: unknown,
  settings: Pick<Settings, 'labelPrivate'>,
  marks: OwnWanted['marks'],
): OwnWanted | null {
  const texts = ownLabelsIn(body);
  return texts.length === 0 ? null : { texts, marks, allowPrivate: settings.labelPrivate };
}

/** Faults of a label's URLs that are visible without fetching them. */
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

/**
 * Problems of an own label on this paper, as far as visible without fetching its URLs: those that block printing, else
 * warnings of what is missing or unreadable on paper.
 */
export async function problemsOfBrought(
  own: OwnWanted | null,
  draw: OwnDrawer['draw'],
  paper: Size,
): Promise<LabelProblem[]> {
  if (!own) return [];
  const here = { ...own, texts: own.texts.filter((one) => !isAtAddress(one)) };
  const drawn = here.texts.length > 0 ? await draw(here, paper) : null;
  const found = drawn === null ? [] : 'fault' in drawn ? [drawn.fault] : (drawn.warnings ?? []);
  const problems = [...faultsOfAddresses(own), ...found].map(problemOfOwn);
  const stopping = problems.filter(({ stops }) => stops);
  return stopping.length > 0 ? stopping : problems.filter(({ params }) => ownWarningIn(params) !== null);
}

/** Leaves out bars that only coarser printers than this one (dots per inch) print too fine. */
export const problemsAt = (problems: readonly LabelProblem[], dpi: number | undefined): LabelProblem[] =>
  problems.filter(
    ({ params: { reason, module } }) => reason !== 'fine-bars' || dpi === undefined || isTooFine(Number(module), dpi),
  );

/** Wording for lists of labels and logs. */
export const wordsOfOwn = ({ field, message }: OwnFault): string =>
  field === 'ImportLabel' ? message : `${field}: ${message}`;

/** Faults of labels that are printed anyway: their own printer draws them, or the preview shows what is missing. */
const printable: readonly OwnFault['reason'][] = ['zpl-printer', ...ownLabelWarnings];

/** Wording for screens and files. */
export const problemOfOwn = ({ field, reason, message, params }: OwnFault): LabelProblem => ({
  kind: 'own-label',
  field,
  message,
  params: { ...params, reason },
  stops: !printable.includes(reason),
});

/** Gap between pages shown as one picture (mm). */
const between = 4;

/** Stacks pages as one picture. */
export function below(pages: readonly Drawing[]): Drawing {
  let height = -between;
  const shapes = pages.flatMap((page) => {
    const top = height + between;
    height = top + page.height;
    return page.shapes.map((shape) => moved(shape, 0, top));
  });
  return { width: Math.max(...pages.map((page) => page.width)), height, shapes };
}
