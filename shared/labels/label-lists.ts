import type { LabelProblem } from './label-layout.ts';

/**
 * The lists labels are chosen from. `ready` has a final number and was never printed, `provisional` has a number that may
 * change, `reprint` was printed with a number that has changed since, `printed` came out and holds. `unconfirmed` may have come out,
 * before its folder was lost and restored; nothing prints it by itself, until a person says that it did, or never did.
 */
export const labelLists = ['ready', 'unconfirmed', 'provisional', 'reprint', 'printed'] as const;
export type LabelList = (typeof labelLists)[number];

/** Labels of a list are counted so far; one more than this means that there are more. */
export const maxLabelsCounted = 10_000;

export interface LabelRow {
  seq: number;
  id: string;
  key: string;
  recipient: string;
  operator: string;
  trackingNumber: string;
  provisional: boolean;
  /** number on the paper that came out, and when (ms); null: never printed */
  printedNumber: string | null;
  printedAt: number | null;
  copies: number;
  capturedAt: number;
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
