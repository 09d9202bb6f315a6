/**
 * What a scan of a label as it is stuck on came to: the first of it; once more; one of another batch, or of nothing this desk printed; one
 * that did not leave for the printer in this job, so that its paper is from before; one whose order was replaced since.
 */
export const scanEnds = ['stuck-on', 'stuck-on-twice', 'other-batch', 'not-sent', 'order-replaced'] as const;
export type ScanEnd = (typeof scanEnds)[number];

/** Scans of a job whose labels are scanned as they are stuck on. */
export interface ScanCount {
  /** nobody has said yet that it is over */
  open: boolean;
  /** labels that were scanned, of those that are to be */
  scanned: number;
  of: number;
  /** labels scanned more than once, and scans of labels that do not belong here */
  twice: number;
  strangers: number;
}

/** What is named at the end: labels nobody scanned, those scanned more than once, and codes that do not belong here, with how often each. */
export interface ScanProof {
  missing: { id: string; key: string; number: string | null; place: number }[];
  twice: { id: string; key: string; number: string | null; place: number; scans: number }[];
  strangers: { text: string; end: Exclude<ScanEnd, 'stuck-on' | 'stuck-on-twice'>; at: number }[];
}
