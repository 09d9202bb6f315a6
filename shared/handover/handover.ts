/** What becomes of a handover: parcels are gathered for it, it was closed, or it was begun by mistake. */
export type HandoverState = 'open' | 'closed' | 'discarded';

/**
 * Why what was scanned does not belong to a handover: nothing at this desk has the code; its order was withdrawn, or another stands in its
 * place; it was handed over before, or is in another handover that is open; it has no label; the label that is out does not hold any more;
 * it goes with another carrier; nobody noted that its label came out; its label is of another day.
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

/** A person who holds the parcel may take it along all the same. */
export const mayGoAlong = (why: SurplusWhy): boolean =>
  why === 'other-carrier' || why === 'not-printed' || why === 'other-day';

/** What a scan came to: it is taken; it was taken before; or it is a surplus. */
export type HandoverEnd = 'taken' | 'twice' | SurplusWhy;

/** Parcels of a handover, by where they stand. */
export const handoverLists = ['missing', 'taken', 'surplus'] as const;
export type HandoverList = (typeof handoverLists)[number];

/** Times in ms of the desk's clock. */
export interface Handover {
  id: string;
  /** as the barcode of its sheet says it */
  code: string;
  /** as `2026-11-23`, by the desk's calendar */
  day: string;
  /** empty: parcels of all carriers */
  carrier: string;
  operator: string;
  begunAt: number;
  state: HandoverState;
  endedAt: number | null;
  endedBy: string | null;
  /** how many stand on each list; of one that is closed `missing` are those left behind */
  counts: Record<HandoverList, number>;
}

/** A parcel of a handover. */
export interface HandoverParcel {
  /** of the entry, or of the surplus where the desk knows no entry: unlike any other of its list */
  row: number;
  /** of the entry; null: the desk knows none */
  id: string | null;
  key: string;
  /** tracking number, or what was scanned */
  number: string;
  recipient: string;
  carrier: string;
  /** of a surplus; null: it is none */
  why: SurplusWhy | null;
  /** when it was taken, scanned or left; of one that is missing yet when its label came out */
  at: number;
  who: string;
}
