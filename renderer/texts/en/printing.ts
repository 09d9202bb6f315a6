import type { HoldReason } from '../../../shared/printing/job-states.ts';
import type { PrinterFault } from '../../../shared/printing/print-end.ts';
import type { FoundPrinter } from '../../../shared/printing/found-printer.ts';
import { counting } from '../plural.ts';

const n = counting('en');

const fault: Record<PrinterFault, string> = {
  'paper-out': 'There is no paper in it. Put paper in; printing goes on by itself.',
  paused: 'It is paused. Press its pause key; printing goes on by itself.',
  'head-open': 'It is open. Close it; printing goes on by itself.',
  'ribbon-out': 'Its ribbon is used up. Put a new one in; printing goes on by itself.',
  jammed: 'Paper is jammed in it. Clear it; printing goes on by itself.',
  'too-hot': 'It is too hot. It goes on by itself when it has cooled down.',
  'too-cold': 'It is too cold. It goes on by itself when it has warmed up.',
  'buffer-full': 'It has no room for a label now. It goes on by itself.',
  'label-waiting': 'A label hangs in it. Tear it off; printing goes on by itself.',
  silent: 'It says nothing. Many printers do so while they are out of paper or open: put paper in and close it.',
  'not-reached': 'It cannot be reached. See that it is switched on and its cable is in; printing goes on by itself.',
  'another-printer':
    'Another printer answers at its address, so nothing was sent. Remove this printer and add it again, or connect the right one.',
};
const held: Record<HoldReason, string> = {
  'not-begun': 'It was not begun.',
  stopped: 'Somebody stopped it.',
  asks: 'It is not known what the last label came to.',
  failed: 'Some labels could not be printed.',
  'printer-trouble':
    'The printer did not print. See that it is switched on, connected and has paper; then go on printing.',
  restart: 'The desk was closed or the computer stopped in the middle of it.',
  restored: 'It comes from a backup; what was printed since is not known.',
};

/** The desk's print jobs and printers. */
export const printing = {
  jobs: 'Print jobs',
  job: (p: { printer: string; done: string; of: string }) => `${p.printer}: ${p.done} of ${p.of} on paper`,
  prints: 'Printing',
  waits: 'Waits for the printer',
  stopped: (p: { printer: string }) => `Printing on ${p.printer} has stopped.`,
  fault,
  held,
  failedLabels: (p: { count: string; named: string }) =>
    `${n(p.count, 'One label was refused', '# labels were refused')}: ${p.named}.`,
  failedMeans: 'Where the label itself is wrong, its preview beside the list says why, and what to do.',
  ask: 'Which is the last good label?',
  askMeans: (p: { count: string }) =>
    n(
      p.count,
      'Of one label it is not known whether it is on paper. Look at the printer, or scan the last label that came out.',
      'Of # labels it is not known whether they are on paper. Look at the printer, or scan the last label that came out.',
    ),
  lastSent: (p: { key: string; number: string }) => `Sent last: ${p.key}, ${p.number}`,
  lastCame: 'This one came out well',
  otherCame: 'Another one was the last',
  choose: 'The last good label',
  chooseHint: 'Number, package, or nothing for the newest',
  noneCame: 'None of these came out',
  /** `printer` had the label whole when it stopped */
  mayPrintLater: (p: { printer: string }) =>
    `${p.printer} may still print what it did not: switch it off and on before you say that none came out. Otherwise a label can come out twice.`,
  leftInPrinter: (p: { printer: string; keys: string }) =>
    `${p.printer} may still print an earlier label of ${p.keys}, which was said not to have come out. Switch it off and on; if one comes out, tear it up.`,
  noSuch: 'No label of this job has that.',
  answered: (p: { onPaper: string; waiting: string }) => `${p.onPaper} on paper, ${p.waiting} to be printed again.`,
  started: (p: { count: string; printer: string }) =>
    n(p.count, '# label goes to', '# labels go to') + ` ${p.printer}.`,
  follows: (p: { count: string; printer: string }) =>
    n(p.count, '# label is printed', '# labels are printed') + ` on ${p.printer} as numbers come in.`,
  /** labels of a job that prints as numbers arrive, by progress */
  comingSteps: (p: { queued: string; created: string; onPaper: string }) =>
    `Queued ${p.queued} → Created ${p.created} → On paper ${p.onPaper}`,
  waitsFor: (p: { key: string }) => `Waits for the number of ${p.key}; those entered after it come out after it.`,
  passedBy: (p: { count: string }) =>
    n(
      p.count,
      'One is passed by: its order needs somebody, or its number was not waited for. It comes out when its number is there.',
      '# are passed by: their orders need somebody, or their numbers were not waited for. They come out when their numbers are there.',
    ),
  leftOut: (p: { count: string; why: string }) => n(p.count, 'One was left out', '# were left out') + `: ${p.why}`,
  cancelled: (p: { count: string; out: string; unknown: string }) =>
    `Cancelled: ${n(p.count, '# label', '# labels')} not printed. On paper: ${p.out}. Not known: ${p.unknown}.`,
  none: 'none',
  askCancel: 'Cancel this print job?',
  cancelMeans: 'What waits is not printed. Labels that are out already are named; they stay good.',
  again: (p: { count: string }) => n(p.count, 'Print # label once more?', 'Print # labels once more?'),
  againMeans: (p: { count: string }) =>
    n(p.count, 'It is on paper already. It says', 'They are on paper already. Each says') +
    ' COPY 2, or higher, so that nobody ships the same parcel twice.',
  reason: 'Why',
  usualReasons: ['badly printed', 'torn', 'lost'],
  reasonHint: 'Up and down go through the usual ones; typing says another. It stands in the log with your name.',
  byDialog: 'Other printer or dialog',
  see: 'See the labels',
  move: 'Other printer',
  moveTo: 'Print the rest on',
  found: 'Printer',
  /** scan confirmation */
  scans: {
    choose: 'Scan each label as it is stuck on',
    title: 'Labels that are scanned as they are stuck on',
    count: (p: { scanned: string; of: string; printer: string; when: string }) =>
      `${p.scanned} of ${p.of} scanned, ${p.printer}, ${p.when}.`,
    twiceCount: (p: { count: string }) => n(p.count, 'One was scanned twice.', '# were scanned twice.'),
    strangerCount: (p: { count: string }) => n(p.count, 'One does not belong here.', '# do not belong here.'),
    means: (p: { keys: string }) =>
      `Stick a label on its parcel and scan it. When all are on, ${p.keys} names what was not scanned.`,
    others: (p: { count: string }) =>
      n(p.count, 'Labels of one other batch are scanned too.', 'Labels of # other batches are scanned too.'),
    right: (p: { key: string; left: string }) => `${p.key} is on. ${n(p.left, 'One is left', '# are left')}.`,
    allRight: 'Every label is on its parcel, each scanned once.',
    wrong: {
      'stuck-on-twice': (p: { key: string }) => `${p.key} was scanned before. Is its label out twice?`,
      'other-batch': (p: { key: string }) => `${p.key} is no label of this batch. Put it aside.`,
      'not-sent': (p: { key: string }) => `${p.key} was not printed in this batch. This paper is older: take it off.`,
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
    came: 'What came of the scans',
    seen: 'Seen: it is over',
    missing: (p: { count: string }) => n(p.count, 'One was not scanned', '# were not scanned'),
    missingMeans:
      'Look for the label, or for a parcel without one. A label that is gone is printed once more from the list Printed.',
    twice: (p: { count: string }) => n(p.count, 'One was scanned more than once', '# were scanned more than once'),
    twiceMeans: 'Is there a second parcel with the same label?',
    times: (p: { count: string }) => n(p.count, 'once', '# times'),
    strangers: (p: { count: string }) => n(p.count, 'One does not belong here', '# do not belong here'),
    strangersMean: 'These labels must not go with this batch.',
    end: {
      'other-batch': 'is of another batch',
      'not-sent': 'is older paper',
      'order-replaced': 'is of an order that was replaced',
    },
  },
  /** progress of an order from its form to the printed label */
  way: {
    queued: 'Entered',
    created: 'Created',
    'on-paper': 'On paper',
    print: 'Print',
    whenItComes: 'Print when its number comes',
    comes: 'It is printed as soon as its number comes.',
    provisional: 'Provisional label',
    provisionalOut: 'A provisional label is out. Scan it when the number has come, and the label is printed.',
    printing: 'It is being printed.',
    asks: 'It is not known whether it came out.',
    failed: 'Its label was refused.',
  },

  noPrinters: 'None is set up. Labels are printed through the dialog of the system, or saved as PDF.',
  list: 'Label printers of this computer',
  name: 'Name',
  nameHint: 'As people call it: Desk 1, left.',
  address: 'Address',
  addressHint: '192.0.2.7 for a label printer on the network (ZPL), ipp://192.0.2.7/ipp/print, or one that was found.',
  finding: 'Looking for printers on this computer and its network …',
  foundList: 'Printers that were found',
  foundNone: 'No printer was found. Type its address.',
  place: {
    cups: 'queue of this computer',
    system: 'of the system',
    network: 'on the network',
  } satisfies Record<FoundPrinter['place'], string>,
  systemMeans: 'is printed on by the system, which only says that it took a label; the desk asks at the end of a job',
  raster: (p: { dpi: string }) => `gets pages of dots, ${p.dpi} dpi`,
  pdf: 'gets PDF',
  headDpi: 'Dots of its head, as stands on it',
  packing: 'Form of its pictures',
  reprints: 'It prints a label again by itself that it cut when its paper ran out',
  asking: 'Checking the printer …',
  emptyAsk: 'Take the paper out of the printer first.',
  emptyMeans:
    'The desk sends a test label while there is no paper, and sees whether the printer calls it done all the same. Where it does not, its word is proof of paper from then on. Put the paper back afterwards: the test label comes out then.',
  emptyPaper: (p: { name: string }) =>
    `${p.name} did not call it done: what it calls done is paper. Put the paper back.`,
  emptyNot: (p: { name: string }) =>
    `What ${p.name} calls done is no proof of paper, so the desk asks at the end of a job. Put the paper back.`,
  isProof: 'what it calls done is paper',
  answers: (p: { model: string }) => (p.model === '' ? 'This printer answers.' : `This printer answers: ${p.model}.`),
  dpi: (p: { dpi: string }) => `${p.dpi} dpi`,
  width: (p: { mm: string }) => `prints ${p.mm} mm wide`,
  z64: 'understands compressed pictures (Z64)',
  ascii: 'gets pictures in the older form',
  counts: 'counts its labels, so that each is proved',
  channel: 'tells how it stands on a line of its own while it prints',
  countsNot: 'gives no proof of paper; the desk asks you at the end of a job',
  passesOn: 'is a queue that passes labels on; what it calls done proves nothing',
  holds: (p: { media: string }) => `holds ${p.media}`,
  wrongSize: 'It holds no labels of a size that the desk prints, so it cannot be added.',
  holdsLabels: 'Labels that are in it',
  added: (p: { name: string }) => `${p.name} is set up. Print a test label and scan it.`,
  isChosen: (p: { size: string }) => `takes the labels of ${p.size}`,
  tested: (p: { when: string }) => `test label scanned ${p.when}`,
  notTested: 'no test label was scanned yet',
  awaits: 'Scan the code of the test label now, or type it.',
  code: 'Code on the test label',
  testSent: (p: { name: string }) => `The test label was sent to ${p.name}. Is its frame whole? Scan its code.`,
  testFailed: (p: { said: string }) => `The test label did not come out (${p.said}).`,
  testOk: 'The test label is right.',
  removeAsk: (p: { name: string }) => `Take ${p.name} away?`,
  removeMeans: 'Labels are not printed on it any more. It can be set up again.',
};
