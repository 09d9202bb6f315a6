import type { LabelProblem } from '../../../shared/labels/label-layout.ts';
import { isLabelAddress, ownLabelsIn, ownLabelWarnings, ownLabelWarningOf } from '../../../shared/labels/own-label.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import type { Drawing } from '../../labels/formats/draw.ts';
import { translateShape } from '../../labels/formats/to-sheets.ts';
import type { Size } from '../../labels/layout/label-form.ts';
import { isTooFine } from '../../labels/own-labels/bar-codes.ts';
import type { OwnLabelDrawings, OwnLabelProblem, OwnLabelRequest } from '../../labels/own-labels/make-own-label.ts';
import { OwnLabelError } from '../../labels/own-labels/own-label-page.ts';
import { fetchError, parseOwnLabelText } from '../../labels/own-labels/own-label-text.ts';
import type { LabelOrder } from '../../outbox/read-labels.ts';
import { isPrivateHost } from '../../platform/private-address.ts';

/** Draws own labels of orders, on paper of a size or each page in its own size. */
export interface OwnLabelDrawer {
  draw: (request: OwnLabelRequest, paper: Size | null) => Promise<OwnLabelDrawings>;
  /** prefetches a label that will be drawn soon */
  prefetch: (request: Pick<OwnLabelRequest, 'texts' | 'allowPrivate'>) => void;
}

/** The own label of an order, printed instead of the desk's; null if the order has none, or no number yet. */
export function ownLabelOf(
  order: LabelOrder,
  settings: Pick<Settings, 'labelPrivate'>,
  marks: OwnLabelRequest['marks'],
): OwnLabelRequest | null {
  return order.TrackingNumber === '' ? null : ownLabelIn(order.body, settings, marks);
}

/** The own label in a request body, with or without a number; null if it has none. */
export function ownLabelIn(
  body: unknown,
  settings: Pick<Settings, 'labelPrivate'>,
  marks: OwnLabelRequest['marks'],
): OwnLabelRequest | null {
  const texts = ownLabelsIn(body);
  return texts.length === 0 ? null : { texts, marks, allowPrivate: settings.labelPrivate };
}

/** Faults of a label's URLs that are visible without fetching them. */
export const addressFaults = ({ texts, allowPrivate }: OwnLabelRequest): OwnLabelProblem[] =>
  texts.filter(isLabelAddress).flatMap(({ field, text }) => {
    try {
      const parsed = parseOwnLabelText(text);
      if ('address' in parsed && !allowPrivate && isPrivateHost(parsed.address))
        throw fetchError({ refused: 'private-address' });
      return [];
    } catch (error) {
      if (!(error instanceof OwnLabelError)) throw error;
      const { reason, message, params } = error;
      return [{ field, reason, message, params }];
    }
  });

/**
 * Problems of an own label on this paper that show without fetching its URLs: those that block printing, else warnings
 * of what is missing or unreadable on paper.
 */
export async function problemsOfOwnLabel(
  own: OwnLabelRequest | null,
  draw: OwnLabelDrawer['draw'],
  paper: Size,
): Promise<LabelProblem[]> {
  if (!own) return [];
  const inlineRequest = { ...own, texts: own.texts.filter((one) => !isLabelAddress(one)) };
  const drawings = inlineRequest.texts.length > 0 ? await draw(inlineRequest, paper) : null;
  const drawingProblems = drawings === null ? [] : 'fault' in drawings ? [drawings.fault] : (drawings.warnings ?? []);
  const problems = [...addressFaults(own), ...drawingProblems].map(ownLabelProblem);
  const blockingProblems = problems.filter(({ stops }) => stops);
  return blockingProblems.length > 0
    ? blockingProblems
    : problems.filter(({ params }) => ownLabelWarningOf(params) !== null);
}

/** Drops warnings about fine bars that a printer of this resolution (dpi) prints well; undefined: keeps all. */
export const problemsAtDpi = (problems: readonly LabelProblem[], dpi: number | undefined): LabelProblem[] =>
  problems.filter(
    ({ params: { reason, module } }) => reason !== 'fine-bars' || dpi === undefined || isTooFine(Number(module), dpi),
  );

/** The fault in words, for lists of labels and logs. */
export const ownLabelFaultText = ({ field, message }: OwnLabelProblem): string =>
  field === 'ImportLabel' ? message : `${field}: ${message}`;

/** Faults of labels that are printed anyway: their own printer draws them, or the preview shows what is missing. */
const nonBlockingReasons: readonly OwnLabelProblem['reason'][] = ['zpl-printer', ...ownLabelWarnings];

/** The problem as screens and files show it. */
export const ownLabelProblem = ({ field, reason, message, params }: OwnLabelProblem): LabelProblem => ({
  kind: 'own-label',
  field,
  message,
  params: { ...params, reason },
  stops: !nonBlockingReasons.includes(reason),
});

/** Gap between pages shown as one picture (mm). */
const pageGap = 4;

/** Stacks pages as one picture. */
export function stackPages(pages: readonly Drawing[]): Drawing {
  let height = -pageGap;
  const shapes = pages.flatMap((page) => {
    const top = height + pageGap;
    height = top + page.height;
    return page.shapes.map((shape) => translateShape(shape, 0, top));
  });
  return { width: Math.max(...pages.map((page) => page.width)), height, shapes };
}
