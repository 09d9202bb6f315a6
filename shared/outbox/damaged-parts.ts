/** What of an entry does not read as it was written. */
const entryParts = [
  'request', // what is sent
  'entry', // what is shown of it, and decided from: state, times, marks, recipient, last record
  'try',
  'step', // of its history
  'need', // what it waits for
] as const;

/** The same of what lies beside the entries. */
export const partsBeside = [
  'unreadable', // rows that cannot be read any more
  'missing', // rows that are gone
  'shape', // of the file: its tables, rules, indexes, triggers
  'fact', // of the folder: its target, its running time
  'setting',
  'counter', // figures on badges
  'stock', // what open orders hold of it
  'address', // of the address book
  'goods', // what was last said of them
  'answer', // the last one of a lookup
  'command', // what a person did was answered, should it be repeated
  'alike', // by what an order entered twice is told
  'search', // what an entry or a SKU is found by
  'index', // of these, which the desk writes anew
  'print', // a print job, and what is on paper of it
  'handover', // of parcels to a carrier
  'list', // of codes offered while typing
  'list-import', // one that is under way
  'template',
  'operator',
  'act', // of those that not everybody may do, in their log
  'watch', // a number that is followed
  'memory', // what a screen keeps
  'meter', // what entering costs
] as const;
export type PartBeside = (typeof partsBeside)[number];

export const damagedParts = [...entryParts, ...partsBeside, 'journal', 'structure'] as const;
export type DamagedPart = (typeof damagedParts)[number];
