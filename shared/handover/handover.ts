/** State of a handover: collecting parcels, closed, or started by mistake. */
export type HandoverState = 'open' | 'closed' | 'discarded';

/**
 * Why a scanned parcel does not belong to a handover, in the order below: nothing at this desk has the code; its order
 * was withdrawn, or replaced by another; it was handed over before, or is in another open handover; it has no label;
 * its label is outdated; it is for another carrier; its label is not known to be printed; its label is of another day.
 */
export const surplusWhys = [
  'unknown',
  'withdrawn',
  'replaced',
  'handed-over',
  'in-another',
  'no-label',
  'label-outdated',
  'other-carrier',
  'not-printed',
  'other-day',
] as const;
export type SurplusWhy = (typeof surplusWhys)[number];

/** Whether a person who holds the parcel may include it nevertheless. */
export const mayGoAlong = (why: SurplusWhy): boolean =>
  why === 'other-carrier' || why === 'not-printed' || why === 'other-day';

/** Result of a scan: taken, taken before, or a surplus. */
export type HandoverEnd = 'taken' | 'twice' | SurplusWhy;
/** The same, or nothing yet: earlier paper with another number has the PackageId too, so that the number is to be scanned. */
export type HandoverScanEnd = HandoverEnd | 'scan-number';

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
  why: SurplusWhy | null;
  /** When it was taken, scanned or left behind; for a missing one, when its label was printed. */
  at: number;
  who: string;
}
