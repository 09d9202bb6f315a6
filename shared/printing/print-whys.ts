import type { HoldReason } from './job-states.ts';

/**
 * Reason codes for each step of a job or label. The engine stores these and no sentences; a person's own words are
 * stored next to them.
 */
export const printReasons = [
  'wanted', // a person requested it
  'no-number-yet', // a person requested a provisional label
  'reprint', // reprint, for a reason in the person's words
  // reprint, because the printed label is out of date (`stalePapers`)
  'number-came',
  'number-changed',
  'number-final',
  'corrected',
  'replaces',
  'begun',
  'moved', // to another printer
  'sent',
  // proof that it is on paper
  'printer-counted',
  'printer-said',
  'person-said',
  'scanned',
  'printed-by-dialog', // by the system's print dialog or a PDF, as a person confirmed
  'said-before', // the same, before the print queue existed
  'said-in-journal', // from the rescue journal of a folder that was lost
  // why there is no proof
  'no-proof', // its printer gives none
  'not-counted', // its printer counts labels, but did not count this one, or counted others too
  'connection-cut',
  'printer-gave-up', // the printer ended the job itself
  'printer-silent',
  'printer-stopped', // the printer stopped in mid-job, as for paper, and it counts no labels
  'desk-ended',
  'restored-maybe-printed',
  // why nothing was printed
  'not-reached',
  'no-paper-seen',
  'printer-refused',
  'cannot-be-drawn',
  'again',
  'cancelled',
  // why a label requested before its number arrived leaves its job
  'order-withdrawn',
  'order-replaced',
  'order-closed',
  'printed-already',
  'asked-elsewhere',
  'passed', // its job no longer waits for its number
  // result of a scan after the label was stuck on
  'stuck-on',
  'stuck-on-twice',
  'other-batch',
  'not-sent', // it was not sent to the printer, so the scanned label is an earlier one
  'which-print', // an earlier label has the same code: a person is asked which one it is
  'scan-number', // an earlier label has the same PackageId and another number
  'being-printed', // an earlier label has the same code, and this one is not printed yet
  'all-settled',
] as const;
export type PrintReason = (typeof printReasons)[number] | HoldReason;
