import { ownFaultIn, type OwnLabelFault, type OwnLabelWarning } from '../../../shared/labels/own-label.ts';
import { counting } from '../plural.ts';

const n = counting('en');

type Said = Readonly<Record<string, string | number>>;

/** Why an own label cannot be shown or printed. */
const ownLabel: Record<OwnLabelFault, (p: Said) => string> = {
  'no-form': () => 'This is no PDF, PNG or ZPL in base64, and no https address. Correct it, or leave it out.',
  'too-large': (p) => `It is of ${p['megabytes']} MB; at most ${p['most']} MB can be printed. Give a smaller one.`,
  broken: (p) => `This ${p['form']} cannot be read. Correct it, or leave it out.`,
  'no-font': (p) =>
    `It has letters in the font ${p['font']}, which is not in the PDF: they would not be printed. Give one with its fonts embedded.`,
  locked: () => 'This PDF asks for a password. Give one that opens without.',
  pages: (p) => `It has ${p['count']} pages; at most ${p['most']} can be printed. Give those of this parcel alone.`,
  'page-size': (p) =>
    `A page of it is ${p['width']} × ${p['height']} mm; at most ${p['most']} mm can be printed. Give it in a smaller size.`,
  blank: () => 'Nothing stands on it. Correct it, or leave it out.',
  faint: () => 'Parts of it are too light for a label printer and will be missing on paper. Give one in black.',
  'fine-bars': (p) =>
    `Bars of a code on it are ${p['module']} mm wide: less than 2 dots of a printer of ${p['dpi']} dpi, so it may not be readable. Give one with wider bars, or print it on a finer printer.`,
  'user-unit': () =>
    'Its pages have a unit of measure of their own (UserUnit), so their size on paper is not certain. Give a PDF without it.',
  command: (p) => `It has ${p['command']} in it, which does more to a printer than draw. Leave that out of the ZPL.`,
  'zpl-printer': () => 'Its letters and codes are drawn by a ZPL printer. Print it on one.',
  density: (p) =>
    `It is made for printers of ${p['dpi']} dpi, and this one has ${p['head']} dpi. Print it on one of ${p['dpi']} dpi.`,
  'does-not-fit': (p) =>
    `What stands on it takes ${p['width']} × ${p['height']} mm; the paper is ${p['paperWidth']} × ${p['paperHeight']} mm. Print it on larger paper, or give a smaller one.`,
  'too-much': () => 'It takes more time or memory than a label may. Correct it, or leave it out.',
  'private-address': () =>
    'It is at an address of your own network, and the settings do not allow that. Allow it there, or give the label itself.',
  'not-fetched': (p) => `Its address did not give it (${p['said']}). Try again later, or give the label itself.`,
};

/** What is wrong on the paper of an own label that is printed nevertheless. */
const warns: Record<OwnLabelWarning, string> = {
  faint: 'parts too light to print',
  'fine-bars': 'bars too fine to print',
};

export const labels = {
  title: 'Labels',
  lists: 'Lists of labels',
  list: {
    ready: 'Ready to print',
    unconfirmed: 'Perhaps printed',
    provisional: 'Provisional',
    reprint: 'Print again',
    printed: 'Printed',
  },
  listMeans: {
    ready: 'Made by the service, with a final number, and never printed.',
    unconfirmed:
      'From before a backup was restored: it may have been printed since. Look for the paper before you print.',
    provisional: 'The number may still change. Print only if the parcel cannot wait.',
    reprint:
      'The paper that is out does not hold any more. Take it off the parcel; F8 prints the new label, and the reason is noted.',
    printed: 'Came out of the printer; the number still holds.',
  },
  entries: 'Labels',
  columns: {
    key: 'Package',
    recipient: 'Recipient',
    number: 'Tracking number',
    age: 'Captured',
    printed: 'Printed',
    why: 'Why again',
  },
  never: 'never',
  noRecipient: 'no recipient',
  noAddress: 'no address',
  cannot: 'cannot be printed',
  warns,
  warnedAsk: (p: { count: number; of: string; shown: string }) =>
    p.of === '1'
      ? 'This label will not print completely'
      : `${p.shown} of ${p.of} labels ${p.count === 1 ? 'has a problem' : 'have problems'} on paper`,
  warnedBy: (p: { count: number; shown: string; what: string }) => `${p.what} (${p.shown}):`,
  warnedMeans: 'They come from the sender of the order. The carrier may not be able to read them.',
  warnedNotAll: 'Not all labels were checked: it took too long.',
  warnedAnyway: 'Print anyway',
  warnedLook: 'Show these labels',
  bareAsk: (p: { count: string }) => n(p.count, 'One label has no address', '# labels have no address'),
  bareMeans: 'Neither a city nor a street will stand on the paper: nobody can deliver a parcel by that.',
  bareAnyway: 'Print without an address',
  /** why the printed label is out of date; `key`: key of the order it was printed for */
  stale: {
    'number-came': (_: { number: string; key: string }) => 'paper has no number; it has one now',
    'number-changed': (p: { number: string; key: string }) => `paper says ${p.number}`,
    'number-final': (_: { number: string; key: string }) => 'paper says provisional; it is final now',
    corrected: (_: { number: string; key: string }) => 'corrected since it was printed',
    replaces: (p: { number: string; key: string }) => `replaces ${p.key}, whose label is out`,
  },
  copies: (p: { count: string }) => n(p.count, 'once', '# times'),
  empty: 'No labels on this list.',
  find: 'Search the labels',
  findHint: 'Package, number, recipient',
  noneFound: (p: { text: string }) => `No label on this list has “${p.text}”.`,
  newestFirst: 'Newest first',
  sheet: {
    title: 'PDF and dialog on',
    none: 'label paper',
    kind: (p: { paper: string; count: string }) => `${p.paper}, ${p.count} a sheet`,
    begin: 'Begin at label',
  },
  preview: 'Preview',
  previewOf: (p: { key: string }) => `Label of ${p.key}`,
  noPreview: 'Choose a label to see it as it will be on paper.',
  size: (p: { width: string; height: string }) => `${p.width} × ${p.height} mm`,
  problems: 'On paper this would be wrong',
  notLikeThis: 'This cannot be printed',
  noPicture: 'There is no picture of it here',
  problem: {
    'missing-glyph': (p: Said) => `No font of the label has ${p['characters']}.`,
    'does-not-fit': (p: Said) => `Too long: cut after line ${p['count']}.`,
    'too-long': (p: Said) => `Too long: ${n(p['count'] ?? 0, '# character', '# characters')}.`,
    'control-character': (p: Said) => `Invisible control characters are not printed: ${p['characters']}.`,
    'not-encodable': () => 'Its barcode cannot hold these characters.',
    'fine-bars': (p: Said) =>
      `The number is long, so its bars are only ${n(p['count'] ?? 0, '# dot', '# dots')} wide on a printer of ${p['dpi']} dpi: scan the first label before you stick it on. If it does not scan, turn the darkness of the printer down, or use one of 300 dpi.`,
    'no-address': () => 'There is no address on it: neither a city nor a street.',
    'nothing-to-encode': () => 'Empty, so there is no barcode.',
    'own-label': (p: Said) => ownLabel[ownFaultIn(p)](p),
  },
  ownTooLarge: (p: Said) =>
    `It is of ${p['megabytes']} MB; at most ${p['most']} MB can be printed. Nothing was pasted. Give a smaller one.`,
  printCount: (p: { count: string }) => n(p.count, 'Print # label', 'Print # labels'),
  making: (p: { done: string; of: string }) => `Drawing ${p.done} of ${p.of}`,
  reversed: 'Last label first, so that the pile lies in order',
  wereOut: 'They were printed',
  leftOut: (p: { count: string }) =>
    n(p.count, 'One could not be drawn and was left out', '# could not be drawn and were left out'),
  askPrinted: (p: { count: string }) => n(p.count, 'Did the label come out right?', 'Did all # labels come out right?'),
  askPrintedMeans:
    'Only then do they leave this list. Say no if paper ran out or a label is damaged; print again what is missing.',
  allOut: 'Yes, all came out',
  notAll: 'No, keep them here',
  markedPrinted: (p: { count: string }) => `${p.count} marked as printed`,
  readyAgain: (p: { count: string }) =>
    n(p.count, '# label is ready to print again.', '# labels are ready to print again.'),
  opened: 'The labels are open in a window of their own. Print them from there, at 100 % size.',
  noWindow: 'The window was blocked. Save the PDF instead and print it.',
  dialogOpen: 'The print dialog is open. Choose the label printer there, at 100 % size.',
  handedOver: (p: { count: string }) =>
    n(p.count, '# label was handed to the printer.', '# labels were handed to the printer.'),
  notPrinted: 'Printing was cancelled. Nothing came out, and nothing is marked as printed.',
};
