import type { HoldReason } from './job-states.ts';

/** What each step of a job or a label is put down to. The engine writes these and no sentence; a person's own words stand beside. */
export const printWhys = [
  'wanted', // a person asked for it
  'no-number-yet', // a person asked for a provisional one
  'reprint', // once more, for a reason in the person's words
  // anew, since the paper that is out does not hold any more (`stalePapers`)
  'number-came',
  'number-changed',
  'number-final',
  'corrected',
  'replaces',
  'begun',
  'moved', // to another printer
  'sent',
  // how it is known to be on paper
  'printer-counted',
  'printer-said',
  'person-said',
  'scanned',
  'printed-by-dialog', // by the dialog of the system or a PDF, a person says
  'said-before', // the same, before there was a queue
  'said-in-journal', // the rescue journal of a folder that was lost
  // why it is not known
  'no-proof', // its printer gives none
  'not-counted', // its printer counts labels, and this one it did not count, or others too
  'connection-cut',
  'printer-gave-up', // it ended the job itself
  'printer-silent',
  'printer-stopped', // in the middle of it, as for paper, and it counts no labels
  'desk-ended',
  'restored-maybe-printed',
  // why nothing came out
  'not-reached',
  'no-paper-seen',
  'printer-refused',
  'cannot-be-drawn',
  'again',
  'cancelled',
  // why a label that was asked for before its number came is none of its job any more
  'order-withdrawn',
  'order-replaced',
  'order-closed',
  'printed-already',
  'asked-elsewhere',
  'passed', // its job waits for its number no longer
  // what a scan of a label as it is stuck on came to
  'stuck-on',
  'stuck-on-twice',
  'other-batch',
  'not-sent', // it did not leave for the printer, so the paper is one from before
  'all-settled',
] as const;
export type PrintWhy = (typeof printWhys)[number] | HoldReason;
