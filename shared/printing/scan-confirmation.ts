/**
 * Result of scanning a label after it is stuck on, in the order below: its first scan; a repeated scan; a label of
 * another batch or not printed by this desk; a label that this job did not send to the printer, so the scanned paper is
 * an earlier one; a label whose order was replaced since. The last three are not counted, since an earlier label of the
 * order has the same code: a person must say which label it is, the barcode of the number must be scanned instead, or
 * the label of this job is not printed yet.
 */
export const scanResults = [
  'stuck-on',
  'stuck-on-twice',
  'other-batch',
  'not-sent',
  'order-replaced',
  'which-print',
  'scan-number',
  'being-printed',
] as const;
export type ScanResult = (typeof scanResults)[number];

/** The question about a label whose code is on another printed label too. */
export interface PrintedLabelQuestion {
  /**
   * what distinguishes it: it says COPY n; its order was corrected after the other one; it is no longer provisional;
   * its PackageId, because several orders of the batch have the same number
   */
  by: 'copy' | 'corrected' | 'number-final' | 'shared-number';
  /** of the entry */
  id: string;
  /** which copy it is, from 1 */
  copy: number;
}

/** Scan counts of a job with scan confirmation. */
export interface ScanCount {
  /** true until a person ends the scan confirmation */
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
export interface ScanConfirmation {
  missing: { id: string; key: string; number: string | null; place: number }[];
  twice: { id: string; key: string; number: string | null; place: number; scans: number }[];
  strangers: { text: string; end: 'other-batch' | 'not-sent' | 'order-replaced'; at: number }[];
}
