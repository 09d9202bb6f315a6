import type { JobLabel, PrintJob } from '../../shared/contract/print-procedures.ts';
import type { PrinterShown } from '../../shared/contract/printer-procedures.ts';

export const fakePrinter: PrinterShown = {
  ...{ name: 'Desk 1', address: 'socket://192.0.2.7:9100', way: 'raw', size: '100x150', dpi: 203, packing: 'z64' },
  ...{ reprints: false, completedIsPaper: false, model: 'ZD421-203dpi', testedAt: null, awaitsScan: true },
  printing: false,
};

/** A job of ten labels that stopped at the seventh. */
export const stoppedJob: PrintJob = {
  ...{ id: 'j1', printer: 'Desk 1', operator: 'Mia', createdAt: 0, state: 'held', heldFor: 'asks' },
  labels: { waiting: 3, 'handed-over': 0, 'on-paper': 6, failed: 0, unconfirmed: 1, cancelled: 0 },
  ...{ coming: null, prints: false, fault: null, problem: null },
};
/** A job that waits for a number: two are on paper, and two behind it have theirs. */
export const comingJob: PrintJob = {
  ...{ id: 'j3', printer: 'Desk 1', operator: 'Mia', createdAt: 0, state: 'printing', heldFor: null },
  labels: { waiting: 4, 'handed-over': 0, 'on-paper': 2, failed: 0, unconfirmed: 0, cancelled: 0 },
  coming: { queued: 1, created: 2, asking: 1, waitsFor: { id: 'e3', key: 'PARCEL-3' } },
  ...{ prints: false, fault: null, problem: null },
};
export const lastSent: JobLabel = {
  ...{ seq: 7, place: 7, id: 'e7', key: 'PARCEL-7', copy: 1, reason: null, state: 'unconfirmed' },
  ...{ number: 'LX000000007CN', proof: null, fault: null },
};
