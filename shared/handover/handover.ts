import type { PrintedLabelQuestion } from '../printing/scan-confirmation.ts';

/** State of a handover: collecting parcels, closed, or started by mistake. */
export type HandoverState = 'open' | 'closed' | 'discarded';

/**
 * Why a scanned parcel does not belong to a handover, in the order below: nothing at this desk has the code; its order
 * was withdrawn, or replaced by another; it was handed over before, or is in another open handover; it has no label;
 * its label is outdated; a new copy of its label was requested and is not printed yet; its label was printed again
 * after the parcel was taken; it is for another carrier; its label is not known to be printed; its label is of another
 * day.
 */
export const surplusReasons = [
  'unknown',
  'withdrawn',
  'replaced',
  'handed-over',
  'in-another',
  'no-label',
  'label-outdated',
  'reprint-open',
  'printed-since',
  'other-carrier',
  'not-printed',
  'other-day',
] as const;
export type SurplusReason = (typeof surplusReasons)[number];

/** Whether a person may include a surplus parcel for this reason. */
export const canBeIncluded = (reason: SurplusReason): boolean =>
  reason === 'other-carrier' || reason === 'not-printed' || reason === 'other-day';

/** Result of a scan: taken, already taken before (`twice`), or the reason why it is a surplus. */
export type HandoverScanResult = 'taken' | 'twice' | SurplusReason;
/**
 * The same, or no result yet, since an earlier label of the order has the same code. `scan-number`: the number must be
 * scanned instead; `which-print`: a person must say which label it is.
 */
export type HandoverScanAnswer = HandoverScanResult | 'scan-number' | 'which-print';

/** The question about a parcel whose code is also on an earlier label. */
export interface ParcelLabelQuestion extends PrintedLabelQuestion {
  /** when the label that may be handed over was printed (ms of the desk's clock) */
  printedAt: number;
}

/** Parcels of a handover by status. */
export const handoverLists = ['missing', 'taken', 'surplus'] as const;
export type HandoverList = (typeof handoverLists)[number];

/** Times in ms of the desk's clock. */
export interface Handover {
  id: string;
  /** The code in the barcode of its sheet. */
  code: string;
  /** Date such as `2026-11-23`, in the desk's calendar. */
  day: string;
  /** Empty: parcels of all carriers. */
  carrier: string;
  operator: string;
  begunAt: number;
  state: HandoverState;
  endedAt: number | null;
  endedBy: string | null;
  /** Number of parcels per list; in a closed handover, `missing` counts those left behind. */
  counts: Record<HandoverList, number>;
}

export interface HandoverParcel {
  /** Of the entry, or of the surplus if the desk knows no entry; unique within its list. */
  row: number;
  /** Id of the entry; null if the desk knows none. */
  id: string | null;
  key: string;
  /** Tracking number, or the scanned code. */
  number: string;
  recipient: string;
  carrier: string;
  /** Reason of a surplus; null if it is none. */
  why: SurplusReason | null;
  /** When it was taken, scanned or left behind; for a missing one, when its label was printed. */
  at: number;
  /** Operator who did that; for a missing parcel, the operator of its order. */
  who: string;
}
