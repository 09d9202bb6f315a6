import type { FoundPrinter } from '../../../shared/printing/configured-printer.ts';
import type { HoldReason, PrinterFault } from '../../../shared/printing/print-states.ts';
import { counting } from '../plural.ts';

const n = counting('en');

const fault: Record<PrinterFault, string> = {
  'paper-out': 'Out of paper. Load paper; printing continues automatically.',
  paused: 'Paused. Press its pause key; printing continues automatically.',
  'head-open': 'The cover is open. Close it; printing continues automatically.',
  'ribbon-out': 'The ribbon is used up. Load a new one; printing continues automatically.',
  jammed: 'Paper jam. Clear it; printing continues automatically.',
  'too-hot': 'Too hot. Printing continues when it has cooled down.',
  'too-cold': 'Too cold. Printing continues when it has warmed up.',
  'buffer-full': 'Its memory is full. Printing continues automatically.',
  'label-waiting': 'A label is waiting to be taken. Tear it off; printing continues automatically.',
  silent: 'No response. Many printers do not respond while they are out of paper or open: load paper and close it.',
  'not-reached': 'Cannot be reached. Check that it is switched on and connected; printing continues automatically.',
  'another-printer':
    'Another printer answers at this address, so nothing was sent. Remove this printer and add it again, or connect the right one.',
};
const held: Record<HoldReason, string> = {
  'not-begun': 'It was not started.',
  stopped: 'Somebody stopped it.',
  asks: 'It is not known whether the last label was printed.',
  failed: 'Some labels could not be printed.',
  'printer-trouble':
    'The printer did not print. Check that it is switched on, connected and has paper; then continue printing.',
  restart: 'The desk was closed or the computer stopped while it was printing.',
  restored: 'It was restored from a backup; it is not known what was printed since.',
};

/** The desk's print jobs and printers. */
export const printing = {
  jobs: 'Print jobs',
  job: (p: { printer: string; done: string; of: string }) => `${p.printer}: ${p.done} of ${p.of} printed`,
  prints: 'Printing',
  waits: 'Waiting for the printer',
  stopped: (p: { printer: string }) => `Printing on ${p.printer} has stopped.`,
  fault,
  held,
  failedLabels: (p: { count: string; named: string }) =>
    `${n(p.count, 'One label failed', '# labels failed')}: ${p.named}.`,
  failedMeans: 'If the label itself is wrong, its preview shows why and what to do.',
  ask: 'Which is the last good label?',
  askMeans: (p: { count: string }) =>
    n(
      p.count,
      'It is not known whether one label was printed. Look at the printer, or scan the last label that came out.',
      'It is not known whether # labels were printed. Look at the printer, or scan the last label that came out.',
    ),
  lastSent: (p: { key: string; number: string }) => `Last sent: ${p.key}, ${p.number}`,
  lastCame: 'This one is good',
  otherCame: 'Choose another',
  choose: 'The last good label',
  chooseHint: 'Number or package; empty for the newest',
  noneCame: 'None of these came out',
  /** `printer` had the label whole when it stopped */
  mayPrintLater: (p: { printer: string }) =>
    `${p.printer} may still print what it did not print yet. Switch it off and on before you answer that none came out; otherwise a label can come out twice.`,
  leftInPrinter: (p: { printer: string; keys: string }) =>
    `${p.printer} may still print an earlier label of ${p.keys} that was reported missing. Switch it off and on; if one comes out, tear it up.`,
  noSuch: 'No label of this job matches.',
  answered: (p: { onPaper: string; waiting: string }) => `${p.onPaper} printed, ${p.waiting} to be printed again.`,
  started: (p: { count: string; printer: string }) =>
    n(p.count, '# label sent to', '# labels sent to') + ` ${p.printer}.`,
  follows: (p: { count: string; printer: string }) =>
    n(p.count, '# label will print', '# labels will print') + ` on ${p.printer} when the numbers arrive.`,
  /** labels of a job that prints as numbers arrive, by progress */
  comingSteps: (p: { queued: string; created: string; onPaper: string }) =>
    `Queued ${p.queued} → Created ${p.created} → Printed ${p.onPaper}`,
  waitsFor: (p: { key: string }) => `Waiting for the number of ${p.key}; later labels print after it.`,
  passedBy: (p: { count: string }) =>
    n(
      p.count,
      'One was skipped: its order needs attention, or you did not wait for its number. It prints when its number arrives.',
      '# were skipped: their orders need attention, or you did not wait for their numbers. They print when their numbers arrive.',
    ),
  leftOut: (p: { count: string; why: string }) => n(p.count, 'One was left out', '# were left out') + `: ${p.why}`,
  cancelled: (p: { count: string; out: string; unknown: string }) =>
    `Cancelled: ${n(p.count, '# label', '# labels')} not printed. Printed: ${p.out}. Not known: ${p.unknown}.`,
  none: 'none',
  askCancel: 'Cancel this print job?',
  cancelMeans: 'Waiting labels are not printed. Labels already printed are listed and stay valid.',
  again: (p: { count: string }) => n(p.count, 'Reprint # label?', 'Reprint # labels?'),
  againMeans: (p: { count: string }) =>
    n(p.count, 'It was printed before. The new one says', 'They were printed before. Each new one says') +
    ' COPY 2 or higher, so that nobody ships the same parcel twice.',
  reason: 'Why',
  usualReasons: ['badly printed', 'torn', 'lost'],
  reasonHint: 'Choose or type a reason. It is logged with your name.',
  byDialog: 'Other printer or system dialog',
  see: 'Show the labels',
  move: 'Other printer',
  moveTo: 'Move the rest to',
  found: 'Printer',
  /** scan confirmation */
  scans: {
    choose: 'Confirm each label by scan',
    title: 'Labels confirmed by scan',
    count: (p: { scanned: string; of: string; printer: string; when: string }) =>
      `${p.scanned} of ${p.of} scanned, ${p.printer}, ${p.when}.`,
    twiceCount: (p: { count: string }) => n(p.count, 'One was scanned twice.', '# were scanned twice.'),
    strangerCount: (p: { count: string }) =>
      n(p.count, 'One is not part of this batch.', '# are not part of this batch.'),
    means: (p: { keys: string }) =>
      `Stick each label on its parcel and scan it. When all are on, ${p.keys} shows what was not scanned.`,
    others: (p: { count: string }) =>
      n(p.count, 'One other batch is being scanned too.', '# other batches are being scanned too.'),
    right: (p: { key: string; left: string }) => `${p.key} confirmed. ${n(p.left, 'One left', '# left')}.`,
    allRight: 'All labels were scanned once each.',
    wrong: {
      'stuck-on-twice': (p: { key: string }) => `${p.key} was scanned before. Was its label printed twice?`,
      'other-batch': (p: { key: string }) => `${p.key} is not part of this batch. Put it aside.`,
      'not-sent': (p: { key: string }) => `${p.key} was not printed in this batch. This label is older: take it off.`,
      'order-replaced': (p: { key: string }) => `${p.key} was replaced by another order. Take this label off.`,
      'which-print': (p: { key: string }) => `Another label of ${p.key} has this code too. Look which one this is.`,
      'scan-number': (p: { key: string }) =>
        `An earlier label of ${p.key} has this code too. Scan the barcode of the number on the new label.`,
      'being-printed': (p: { key: string }) =>
        `The new label of ${p.key} is still being printed, and an earlier one has this code too. Nothing was counted: scan the new one when it is out.`,
    },
    /** asked where other paper has the code that was scanned */
    which: {
      title: 'Which label is this?',
      by: {
        copy: (p: { key: string; copy: string }) =>
          `An earlier label of ${p.key} has the same code. Does this one say COPY ${p.copy}?`,
        corrected: (p: { key: string; recipient: string }) =>
          `A label of ${p.key} was printed before the order was corrected, and has the same code. Is this the new one, as the order is now? It goes to ${p.recipient}.`,
        'number-final': (p: { key: string }) =>
          `A provisional label of ${p.key} has the same code. Is this the one that does not say PROVISIONAL?`,
        'shared-number': (p: { key: string }) =>
          `Several labels of this batch have this number. Is this the one of ${p.key}?`,
      },
      printedAt: (p: { when: string }) => `The valid label was printed ${p.when}.`,
      how: 'Scanning the label once more is no answer. Press the key of the button, or scan its code from the sheet of desk command codes.',
      yes: 'Yes, it is this one',
      no: (p: { key: string }) =>
        `Nothing was counted for ${p.key}. Take an earlier label off, and scan the right one.`,
    },
    came: 'Result of the scans',
    seen: 'Dismiss',
    missing: (p: { count: string }) => n(p.count, 'One was not scanned', '# were not scanned'),
    missingMeans: 'Look for the label, or for a parcel without one. Reprint a lost label from the list “Printed”.',
    twice: (p: { count: string }) => n(p.count, 'One was scanned more than once', '# were scanned more than once'),
    twiceMeans: 'Is there a second parcel with the same label?',
    times: (p: { count: string }) => n(p.count, 'once', '# times'),
    strangers: (p: { count: string }) => n(p.count, 'One is not part of this batch', '# are not part of this batch'),
    strangersMean: 'These labels must not go with this batch.',
    end: {
      'other-batch': 'is from another batch',
      'not-sent': 'is an older label',
      'order-replaced': 'is from a replaced order',
    },
  },
  /** progress of an order from its form to the printed label */
  way: {
    queued: 'Entered',
    created: 'Created',
    'on-paper': 'Printed',
    print: 'Print',
    whenItComes: 'Print when its number arrives',
    comes: 'Prints as soon as its number arrives.',
    provisional: 'Provisional label',
    provisionalOut: 'A provisional label is printed. Scan it once the number has arrived to print the final label.',
    printing: 'Printing …',
    asks: 'It is not known whether it was printed.',
    failed: 'Its label failed.',
  },

  noPrinters: 'No printer is set up. Labels are printed with the system dialog or saved as PDF.',
  list: 'Label printers of this computer',
  name: 'Name',
  nameHint: 'What people call it, such as “Desk 1, left”.',
  address: 'Address',
  addressHint: '192.0.2.7 for a network label printer (ZPL), ipp://192.0.2.7/ipp/print, or one from the list.',
  finding: 'Searching this computer and its network …',
  foundList: 'Printers found',
  foundNone: 'No printer was found. Type its address.',
  place: {
    cups: 'print queue of this computer',
    system: 'system printer',
    network: 'on the network',
  } satisfies Record<FoundPrinter['place'], string>,
  systemMeans:
    'printed through the system, which does not confirm that a label came out; the desk asks at the end of a job',
  raster: (p: { dpi: string }) => `receives raster pages, ${p.dpi} dpi`,
  pdf: 'receives PDF',
  headDpi: 'Resolution of the print head',
  packing: 'Graphics format',
  reprints: 'After running out of paper, it reprints the label it cut off',
  asking: 'Checking the printer …',
  emptyAsk: 'Take the paper out of the printer first.',
  emptyMeans:
    'The desk sends a test label without paper and checks whether the printer still reports it as done. If it does not, its reports count as proof from then on. Put the paper back afterwards: the test label prints then.',
  emptyPaper: (p: { name: string }) =>
    `${p.name} did not report it as done, so its reports can be trusted. Put the paper back.`,
  emptyNot: (p: { name: string }) =>
    `${p.name} reports labels as done without paper, so the desk asks at the end of a job. Put the paper back.`,
  isProof: 'its reports prove that a label is printed',
  answers: (p: { model: string }) => (p.model === '' ? 'This printer answers.' : `This printer answers: ${p.model}.`),
  dpi: (p: { dpi: string }) => `${p.dpi} dpi`,
  width: (p: { mm: string }) => `prints ${p.mm} mm wide`,
  z64: 'accepts compressed graphics (Z64)',
  ascii: 'receives graphics in the older format',
  counts: 'counts its labels, so each one is confirmed',
  channel: 'reports its status on a separate connection while printing',
  countsNot: 'does not confirm printed labels; the desk asks you at the end of a job',
  passesOn: 'is a queue that passes labels on; its reports prove nothing',
  holds: (p: { media: string }) => `loaded: ${p.media}`,
  wrongSize: 'It has no labels in a size the desk prints, so it cannot be added.',
  holdsLabels: 'Loaded labels',
  added: (p: { name: string }) => `${p.name} added. Print a test label and scan it.`,
  isChosen: (p: { size: string }) => `prints labels of ${p.size}`,
  tested: (p: { when: string }) => `test label scanned ${p.when}`,
  notTested: 'no test label scanned yet',
  awaits: 'Scan or type the code on the test label now.',
  code: 'Code on the test label',
  testSent: (p: { name: string }) => `The test label was sent to ${p.name}. If its frame is complete, scan its code.`,
  testFailed: (p: { said: string }) => `The test label was not printed (${p.said}).`,
  testOk: 'The test label is correct.',
  removeAsk: (p: { name: string }) => `Remove ${p.name}?`,
  removeMeans: 'No more labels are printed on it. You can add it again.',
};
