import { ownLabelFaultOf, type OwnLabelFault, type OwnLabelWarning } from '../../../shared/labels/own-label.ts';
import { counting } from '../plural.ts';

const n = counting('en');

type Said = Readonly<Record<string, string | number>>;

/** Why an own label cannot be shown or printed. */
const ownLabel: Record<OwnLabelFault, (p: Said) => string> = {
  'no-form': () => 'This is neither a PDF, PNG or ZPL in base64 nor an https address. Correct it, or leave it out.',
  'too-large': (p) => `It is ${p['megabytes']} MB; the limit is ${p['most']} MB. Use a smaller one.`,
  broken: (p) => `This ${p['form']} cannot be read. Correct it, or leave it out.`,
  'no-font': (p) =>
    `It uses the font ${p['font']}, which is not embedded in the PDF, so letters would be missing. Use a PDF with its fonts embedded.`,
  locked: () => 'This PDF needs a password. Use one that opens without.',
  pages: (p) => `It has ${p['count']} pages; at most ${p['most']} can be printed. Use only those of this parcel.`,
  'page-size': (p) =>
    `A page is ${p['width']} × ${p['height']} mm; at most ${p['most']} mm can be printed. Use a smaller size.`,
  blank: () => 'The label is blank. Correct it, or leave it out.',
  faint: () => 'Parts of it are too light for a label printer and will be missing. Use one in black.',
  'dark-ground': () =>
    'Parts of it are on a grey or coloured background, which prints black, so they will not be readable. Use one in black on white.',
  'fine-bars': (p) =>
    `The bars of a code are ${p['module']} mm wide, less than 2 dots of a ${p['dpi']} dpi printer, so it may not scan. Use a label with wider bars, or a printer with a higher resolution.`,
  'user-unit': () =>
    'Its pages have their own unit of measure (UserUnit), so their size on paper is uncertain. Use a PDF without it.',
  command: (p) => `It contains ${p['command']}, which does more than print. Remove that from the ZPL.`,
  'zpl-printer': () => 'Only a ZPL printer can print its text and codes. Use one.',
  density: (p) =>
    `It is made for printers of ${p['dpi']} dpi, and this one has ${p['head']} dpi. Use a printer of ${p['dpi']} dpi.`,
  'does-not-fit': (p) =>
    `Its content is ${p['width']} × ${p['height']} mm; the paper is ${p['paperWidth']} × ${p['paperHeight']} mm. Use larger paper or a smaller label.`,
  'too-much': () => 'It takes too much time or memory to print. Correct it, or leave it out.',
  'private-address': () =>
    'It is at an address in your local network, which the settings do not allow. Allow it in Settings, or provide the label itself.',
  'not-fetched': (p) =>
    `It could not be fetched from its address (${p['said']}). Try again later, or provide the label itself.`,
};

/** What is wrong on the paper of an own label that is printed nevertheless. */
const warns: Record<OwnLabelWarning, string> = {
  faint: 'parts too light to print',
  'dark-ground': 'text on a background that prints black',
  'fine-bars': 'bars too fine to print',
};

export const labels = {
  title: 'Labels',
  lists: 'Lists of labels',
  list: {
    ready: 'Ready to print',
    unconfirmed: 'Possibly printed',
    provisional: 'Provisional',
    reprint: 'Print again',
    printed: 'Printed',
  },
  listMeans: {
    ready: 'Created by the service with a final number, and not printed yet.',
    unconfirmed: 'These may already be printed. Look for the label before you print it.',
    provisional: 'The number may still change. Print only if the parcel cannot wait.',
    reprint: 'These labels are out of date. Remove the old label; F8 prints the new one.',
    printed: 'Printed, and the number is still valid.',
  },
  entries: 'Labels',
  columns: {
    key: 'Package',
    recipient: 'Recipient',
    number: 'Tracking number',
    age: 'Entered',
    printed: 'Printed',
    why: 'Reason',
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
  warnedBy: (p: { shown: string; what: string }) => `${p.what} (${p.shown}):`,
  warnedMeans: 'They come from the sender of the order. The carrier may not be able to read them.',
  warnedNotAll: 'Not all labels were checked: it took too long.',
  warnedAnyway: 'Print anyway',
  warnedLook: 'Show these labels',
  bareAsk: (p: { count: string }) => n(p.count, 'One label has no address', '# labels have no address'),
  bareMeans: 'No city or street will be on the label, so the parcel cannot be delivered.',
  bareAnyway: 'Print without an address',
  /** why the printed label is out of date; `key`: key of the order it was printed for */
  stale: {
    'number-came': (_: { number: string; key: string }) => 'printed without a number; it has one now',
    'number-changed': (p: { number: string; key: string }) => `printed with ${p.number}`,
    'number-final': (_: { number: string; key: string }) => 'printed as provisional; it is final now',
    corrected: (_: { number: string; key: string }) => 'corrected since it was printed',
    replaces: (p: { number: string; key: string }) => `replaces ${p.key}, whose label is printed`,
  },
  copies: (p: { count: string }) => n(p.count, 'once', '# times'),
  empty: 'No labels on this list.',
  find: 'Search labels',
  findHint: 'Package, number, recipient',
  noneFound: (p: { text: string }) => `No label on this list matches “${p.text}”.`,
  newestFirst: 'Newest first',
  sheet: {
    title: 'Paper',
    none: 'label paper',
    kind: (p: { paper: string; count: string }) => `${p.paper}, ${p.count} per sheet`,
    begin: 'Start at label',
  },
  preview: 'Preview',
  previewOf: (p: { key: string }) => `Label of ${p.key}`,
  noPreview: 'Select a label to preview it.',
  size: (p: { width: string; height: string }) => `${p.width} × ${p.height} mm`,
  problems: 'This would be printed wrong',
  notLikeThis: 'This cannot be printed',
  noPicture: 'No preview',
  problem: {
    'missing-glyph': (p: Said) => `The label fonts cannot print ${p['characters']}.`,
    'does-not-fit': (p: Said) => `Too long: cut after line ${p['count']}.`,
    'too-long': (p: Said) => `Too long: ${n(p['count'] ?? 0, '# character', '# characters')}.`,
    'control-character': (p: Said) => `Invisible control characters are not printed: ${p['characters']}.`,
    'not-encodable': () => 'Its barcode cannot hold these characters.',
    'fine-bars': (p: Said) =>
      `The number is long, so its narrowest bars are only ${n(p['count'] ?? 0, '# dot', '# dots')} wide at ${p['dpi']} dpi: scan the first label before you stick it on. If it does not scan, reduce the darkness of the printer, or use one with 300 dpi.`,
    'no-address': () => 'No address: neither city nor street.',
    'nothing-to-encode': () => 'Empty, so there is no barcode.',
    'own-label': (p: Said) => ownLabel[ownLabelFaultOf(p)](p),
  },
  ownTooLarge: (p: Said) =>
    `This label is ${p['megabytes']} MB; the limit is ${p['most']} MB. Nothing was pasted. Use a smaller one.`,
  printCount: (p: { count: string }) => n(p.count, 'Print # label', 'Print # labels'),
  making: (p: { done: string; of: string }) => `Preparing ${p.done} of ${p.of}`,
  reversed: 'Reverse order',
  wereOut: 'Mark as printed',
  leftOut: (p: { count: string }) =>
    n(p.count, 'One could not be printed and was left out', '# could not be printed and were left out'),
  notComplete: (p: { count: string }) =>
    n(p.count, 'One was drawn, but not completely; check it', '# were drawn, but not completely; check them'),
  askPrinted: (p: { count: string }) => n(p.count, 'Did the label print properly?', 'Did all # labels print properly?'),
  askPrintedMeans: 'Choose “No” if the paper ran out or a label is damaged, then print the missing ones again.',
  allOut: 'Yes',
  notAll: 'No, keep in the list',
  markedPrinted: (p: { count: string }) => `${p.count} marked as printed`,
  readyAgain: (p: { count: string }) =>
    n(p.count, '# label is ready to print again.', '# labels are ready to print again.'),
  opened: 'The labels are open in a new window. Print them from there at 100 % size.',
  noWindow: 'The window was blocked. Save the PDF instead and print it.',
  dialogOpen: 'The print dialog is open. Choose the label printer and 100 % size.',
  handedOver: (p: { count: string }) => n(p.count, '# label sent to the printer.', '# labels sent to the printer.'),
  notPrinted: 'Printing was cancelled. Nothing was printed or marked as printed.',
};
