import { counting } from '../plural.ts';

const n = counting('en');

export const scan = {
  outcome: { accepted: 'Accepted', unknown: 'Unknown', warning: 'Check', error: 'Stop' },
  opened: (p: { key: string }) => `${p.key} opened`,
  openedAgain: (p: { key: string; ago: string }) =>
    `${p.key} was already scanned ${p.ago} s ago. It is open; nothing was counted.`,
  openedOf: (p: { key: string; count: string; keys: string }) =>
    `${p.key} opened, the newest of ${n(p.count, '# entry', '# entries')} with this number. ${p.keys} shows all.`,
  filledIn: (p: { text: string }) => `Filled in: ${p.text}`,
  skuShown: (p: { text: string }) => `SKU ${p.text} is shown.`,
  skuNotSearched: (p: { text: string }) =>
    `SKU ${p.text} was not looked up: a field here is wrong. Correct it and scan again.`,
  mistyped: (p: { text: string; meant: string; keys: string }) =>
    `${p.text} is not a package number of this desk. Did you mean ${p.meant}? ${p.keys} opens it.`,
  product: (p: { text: string; write: string }) =>
    `${p.text} looks like a product code, but no goods with it are known here. ${p.write} types it into the field.`,
  unknown: (p: { text: string; find: string; write: string }) =>
    `${p.text} is unknown here. ${p.find} searches for it, ${p.write} types it into the field.`,
  slow: (p: { text: string; keys: string; settings: string }) =>
    `Was that a scan? ${p.text} was typed into the field. ${p.keys} treats it, and others like it, as a scan. Scanner settings: ${p.settings}.`,
  endless: (p: { text: string; keys: string; settings: string }) =>
    `Was that a scan? ${p.text} came without Enter and was typed into the field. ${p.keys} treats it, and others like it, as a scan. It is better to set the scanner to send Enter. Scanner settings: ${p.settings}.`,
  noCommand: (p: { text: string }) => `${p.text} is a command code this version does not have. Print the sheet again.`,
  notHere: (p: { act: string }) => `“${p.act}” is not available here.`,
  dialogOpen: (p: { text: string }) => `${p.text} was ignored because a dialog is open. Answer it and scan again.`,
  nothingScanned: 'Nothing has been scanned yet.',
  noField: 'No field is focused.',
  again: (p: { text: string }) => `${p.text} was scanned twice in a row.`,
  againTitle: 'Scanned twice: count it again?',
  againMeans: (p: { text: string; ago: string }) => `${p.text} was also scanned ${p.ago} s before.`,
  againHow: 'Scan it again for yes. Scanning another code means no, and that code is used.',
  stale: {
    'number-came': (p: { key: string }) =>
      `The label of ${p.key} is provisional, and its number has arrived. Print it.`,
    'number-changed': (p: { key: string }) =>
      `Do not use the label of ${p.key}: its number has changed. Print it again.`,
    'number-final': (p: { key: string }) =>
      `The label of ${p.key} is provisional, and its number is final now. Print it again.`,
    corrected: (p: { key: string }) => `Do not use the label of ${p.key}: the order was corrected. Print it again.`,
  },
  finalLabel: (p: { key: string }) =>
    `The number of ${p.key} has arrived; its label is printing. Stick it over this one.`,
  noNumberYet: (p: { key: string }) => `${p.key} has no number yet. Scan this label again when it has arrived.`,
  replaced: (p: { key: string; by: string }) => `${p.key} was replaced by ${p.by}. Do not use this label.`,
  replacedTitle: 'Do not use this label',
  replacedMeans: (p: { key: string; by: string }) =>
    `Order ${p.key} was replaced by ${p.by}. Take this label off the parcel and print the new one.`,
  replacedOpen: 'Open the new order',
  replacedMissed: (p: { codes: string }) => `Ignored meanwhile: ${p.codes}. Scan them again afterwards.`,
};
