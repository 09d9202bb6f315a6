import { counting } from '../plural.ts';

const n = counting('en');

export const scan = {
  outcome: { accepted: 'Accepted', unknown: 'Not known', warning: 'Look here', error: 'Stop' },
  opened: (p: { key: string }) => `${p.key} is open.`,
  openedAgain: (p: { key: string; ago: string }) =>
    `${p.key} was scanned ${p.ago} s ago already. It is open; nothing was counted.`,
  openedOf: (p: { key: string; count: string; keys: string }) =>
    `${p.key} is open, the newest of ${n(p.count, '# entry', '# entries')} with this number. ${p.keys} shows all.`,
  filledIn: (p: { text: string }) => `${p.text} is filled in.`,
  skuShown: (p: { text: string }) => `The SKU ${p.text} is on the screen.`,
  skuNotSearched: (p: { text: string }) =>
    `The SKU ${p.text} was not searched for: a field here is not right. Correct it and scan again.`,
  mistyped: (p: { text: string; meant: string; keys: string }) =>
    `${p.text} is no package number of this desk. Meant may be ${p.meant}. ${p.keys} opens it.`,
  product: (p: { text: string; write: string }) =>
    `${p.text} looks like the code on a product, and no goods are known by it here. ${p.write} writes it into the field.`,
  unknown: (p: { text: string; find: string; write: string }) =>
    `${p.text} is not known here. ${p.find} searches for it, ${p.write} writes it into the field.`,
  slow: (p: { text: string; keys: string; settings: string }) =>
    `${p.text} came like a slow scan and was typed. ${p.keys} takes it as a scan, and such scans from now on. Settings of the scanner: ${p.settings}.`,
  endless: (p: { text: string; keys: string; settings: string }) =>
    `${p.text} came like a scan without Enter behind it and was typed. ${p.keys} takes it as a scan, and such scans from now on. Better: set the scanner to send Enter. Its settings: ${p.settings}.`,
  noCommand: (p: { text: string }) => `${p.text} is a desk command this version does not have. Print the sheet again.`,
  notHere: (p: { act: string }) => `“${p.act}” cannot be done here.`,
  dialogOpen: (p: { text: string }) => `${p.text} was not taken: a dialog is open. Answer it and scan again.`,
  nothingScanned: 'Nothing was scanned yet.',
  noField: 'The cursor stands in no field.',
  again: (p: { text: string }) => `${p.text} was scanned twice in a row.`,
  againTitle: 'Scanned twice: count it again?',
  againMeans: (p: { text: string; ago: string }) => `${p.text}, and ${p.ago} s before that the same.`,
  againHow: 'Scan it once more to say yes. Another code says no, and is taken.',
  stale: {
    'number-came': (p: { key: string }) =>
      `The label of ${p.key} is provisional, and its number is there now. Print it.`,
    'number-changed': (p: { key: string }) =>
      `The label of ${p.key} must not be used: its number has changed. Print it again.`,
    'number-final': (p: { key: string }) =>
      `The label of ${p.key} is provisional, and its number is final now. Print it again.`,
    corrected: (p: { key: string }) =>
      `The label of ${p.key} must not be used: the order was corrected since. Print it again.`,
  },
  finalLabel: (p: { key: string }) =>
    `The number of ${p.key} is there: its label is printed now. Stick it over this one.`,
  noNumberYet: (p: { key: string }) => `${p.key} has no number yet. Scan this label again when it has come.`,
  replaced: (p: { key: string; by: string }) => `${p.key} was replaced by ${p.by}. This label must not be used.`,
  replacedTitle: 'This label must not be used',
  replacedMeans: (p: { key: string; by: string }) =>
    `The order ${p.key} was replaced by ${p.by}. Take this label off the parcel and print the new one.`,
  replacedOpen: 'Open the new order',
  replacedMissed: (p: { codes: string }) => `Scanned meanwhile and not taken: ${p.codes}. Scan them again afterwards.`,
};
