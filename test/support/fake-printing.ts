import type { JobLabel, PrintJob } from '../../shared/contract/print-procedures.ts';
import type { ListedPrinter } from '../../shared/contract/printer-procedures.ts';
import type { ScanConfirmation } from '../../shared/printing/scan-confirmation.ts';

export const fakePrinter: ListedPrinter = {
  ...{ name: 'Desk 1', address: 'socket://192.0.2.7:9100', way: 'raw', size: '100x150', dpi: 203, packing: 'z64' },
  ...{
    reprints: false,
    channel: null,
    id: null,
    completedIsPaper: false,
    raster: null,
    certificate: null,
    model: 'ZD421-203dpi',
    testedAt: null,
    awaitsScan: true,
  },
  printing: false,
};

/** A job of ten labels that stopped at the seventh. */
export const stoppedJob: PrintJob = {
  ...{ id: 'j1', printer: 'Desk 1', operator: 'Mia', createdAt: 0, state: 'held', heldFor: 'asks' },
  labels: { waiting: 3, 'handed-over': 0, 'on-paper': 6, failed: 0, unconfirmed: 1, cancelled: 0 },
  ...{ coming: null, scans: null, mayPrintLater: [], leftInPrinter: [], prints: false, fault: null, problem: null },
};
/** A job whose labels are all printed; three of its four labels were scanned to confirm them. */
export const scannedJob: PrintJob = {
  ...{ id: 'j4', printer: 'Desk 1', operator: 'Mia', createdAt: 0, state: 'finished', heldFor: null },
  labels: { waiting: 0, 'handed-over': 0, 'on-paper': 4, failed: 0, unconfirmed: 0, cancelled: 0 },
  scans: { open: true, scanned: 3, of: 4, twice: 1, strangers: 1 },
  ...{ coming: null, mayPrintLater: [], leftInPrinter: [], prints: false, fault: null, problem: null },
};
export const scanFindings: ScanConfirmation = {
  missing: [{ id: 'e4', key: 'PARCEL-4', number: 'LX000000004CN', place: 4 }],
  twice: [{ id: 'e1', key: 'PARCEL-1', number: 'LX000000001CN', place: 1, scans: 2 }],
  strangers: [{ text: 'LX000000099CN', end: 'other-batch', at: 0 }],
};
/**
 * A job that waits for a tracking number. Two labels are printed, and two labels after the waiting one already have
 * their numbers.
 */
export const waitingJob: PrintJob = {
  ...{ id: 'j3', printer: 'Desk 1', operator: 'Mia', createdAt: 0, state: 'printing', heldFor: null },
  labels: { waiting: 4, 'handed-over': 0, 'on-paper': 2, failed: 0, unconfirmed: 0, cancelled: 0 },
  coming: { queued: 1, created: 2, asking: 1, waitsFor: { id: 'e3', key: 'PARCEL-3' } },
  ...{ scans: null, mayPrintLater: [], leftInPrinter: [], prints: false, fault: null, problem: null },
};
export const lastSentLabel: JobLabel = {
  ...{ seq: 7, place: 7, id: 'e7', key: 'PARCEL-7', copy: 1, reason: null, state: 'unconfirmed' },
  ...{ number: 'LX000000007CN', proof: null, fault: null },
};
