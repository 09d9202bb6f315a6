import type { LabelProblem } from './label-layout.ts';

/**
 * The lists labels are chosen from. `ready` has a final number and was never printed, `provisional` has a number that may
 * change, `reprint` is to be printed anew since the paper that is out does not hold any more (`stalePapers`), `printed` came out and holds. `unconfirmed` may have come out,
 * before its folder was lost and restored; nothing prints it by itself, until a person says that it did, or never did.
 */
export const labelLists = ['ready', 'unconfirmed', 'provisional', 'reprint', 'printed'] as const;
export type LabelList = (typeof labelLists)[number];

/**
 * Why the paper that is out does not hold any more: it has no number, and its order has one now; its number is another, was provisional and is final now, its order was corrected since,
 * or another order stands in the place of the one it was printed for.
 */
export const stalePapers = ['number-came', 'number-changed', 'number-final', 'corrected', 'replaces'] as const;
export type StalePaper = (typeof stalePapers)[number];

/** Labels of a list are counted so far; one more than this means that there are more. */
export const maxLabelsCounted = 10_000;

/** Labels still to come out that orders bring along and that cannot be printed; the newest by name. */
export interface BadLabels {
  count: number;
  first: { id: string; key: string; problem: LabelProblem }[];
}

export interface LabelRow {
  seq: number;
  id: string;
  key: string;
  recipient: string;
  /** the label that is drawn for it would have neither a city nor a street */
  lacksAddress: boolean;
  operator: string;
  trackingNumber: string;
  provisional: boolean;
  /** number on the paper that came out, and when (ms); null: never printed */
  printedNumber: string | null;
  printedAt: number | null;
  copies: number;
  /** on the list `reprint`: why; else null */
  stale: StalePaper | null;
  /** the order in whose place this one stands, whose label is out; null: none */
  replacedKey: string | null;
  capturedAt: number;
  /** why the label that it brings along cannot be printed, as far as that is known; null: nothing is */
  badLabel: LabelProblem | null;
  /** replaced orders are never printed again */
  replacedBy: string | null;
}

export interface LabelPreview {
  svg: string;
  widthMm: number;
  heightMm: number;
  /** what would be wrong on paper, as a glyph no font has */
  problems: readonly LabelProblem[];
}
