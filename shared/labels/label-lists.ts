import type { LabelProblem } from './label-layout.ts';

/**
 * The lists labels are chosen from. `ready`: has a final number and was never printed. `provisional`: has a number that
 * may change. `reprint`: must be printed again because the printed label is out of date (`staleReasons`). `printed`:
 * printed and valid. `unconfirmed`: may have been printed before its folder was lost and restored; it is not printed
 * automatically until a person says whether it was.
 */
export const labelLists = ['ready', 'unconfirmed', 'provisional', 'reprint', 'printed'] as const;
export type LabelList = (typeof labelLists)[number];

/**
 * Why the printed label is out of date: it has no number but its order has one now; the number changed; the number was
 * provisional and is final now; the order was corrected since; or the order it was printed for was replaced.
 */
export const staleReasons = ['number-came', 'number-changed', 'number-final', 'corrected', 'replaces'] as const;
export type StaleReason = (typeof staleReasons)[number];

/** Labels of a list are counted up to this limit; a count of one more means that there are more. */
export const maxLabelsCounted = 10_000;

/** Own labels that are waiting to be printed but cannot be; `first`: the newest of them. */
export interface UnprintableLabels {
  count: number;
  first: { id: string; key: string; problem: LabelProblem }[];
}

export interface LabelRow {
  seq: number;
  id: string;
  key: string;
  recipient: string;
  /** its label would show neither a city nor a street */
  lacksAddress: boolean;
  operator: string;
  trackingNumber: string;
  provisional: boolean;
  /** number on the printed label, and when it was printed (ms); null: never printed */
  printedNumber: string | null;
  printedAt: number | null;
  copies: number;
  /** on the list `reprint`: the reason; otherwise null */
  stale: StaleReason | null;
  /** key of the order that this one replaces and whose label is printed; null: none */
  replacedKey: string | null;
  capturedAt: number;
  /** why its own label cannot be printed (`stops`), or not completely, as far as known; null: no problem is known */
  badLabel: LabelProblem | null;
  /** replaced orders are never printed again */
  replacedBy: string | null;
}

export interface LabelPreview {
  svg: string;
  widthMm: number;
  heightMm: number;
  /** what would be wrong on paper, such as a glyph missing from every font */
  problems: readonly LabelProblem[];
}
