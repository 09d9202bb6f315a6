/**
 * Result of scanning a label after it is stuck on: its first scan; a repeated scan; a label of another batch or not
 * printed by this desk; a label that this job did not send to the printer, so the scanned paper is an earlier one; a
 * label whose order was replaced since.
 */
export const scanEnds = ['stuck-on', 'stuck-on-twice', 'other-batch', 'not-sent', 'order-replaced'] as const;
export type ScanEnd = (typeof scanEnds)[number];

/** Scan counts of a job with scan confirmation. */
export interface ScanCount {
  /** not yet ended by a person */
  open: boolean;
  /** labels scanned so far, and labels to be scanned */
  scanned: number;
  of: number;
  /** labels scanned more than once, and scans of labels that do not belong to the job */
  twice: number;
  strangers: number;
}

/**
 * Result of a scan confirmation: labels not scanned, labels scanned more than once, and codes that do not belong to the
 * job, with the number of scans or the time.
 */
export interface ScanProof {
  missing: { id: string; key: string; number: string | null; place: number }[];
  twice: { id: string; key: string; number: string | null; place: number; scans: number }[];
  strangers: { text: string; end: Exclude<ScanEnd, 'stuck-on' | 'stuck-on-twice'>; at: number }[];
}
