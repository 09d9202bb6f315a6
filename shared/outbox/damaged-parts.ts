/** Parts of an entry whose check can fail. */
const entryParts = [
  'request', // What is sent.
  'entry', // Its other stored values: state, times, marks, recipient, last record.
  'try',
  'step', // Of its history.
  'need', // A dependency.
] as const;

/** Parts outside the entries whose check can fail. */
export const otherParts = [
  'unreadable', // Rows that can no longer be read.
  'missing', // Rows that are gone.
  'shape', // Of the file: its tables, constraints, indexes, triggers.
  'fact', // Of the folder: its target, its running time.
  'setting',
  'counter', // Numbers on badges.
  'stock', // Stock reserved by open orders.
  'address', // Of the address book.
  'goods', // Facts last entered for goods.
  'answer', // The last answer of a lookup.
  'command', // The stored answer to a command, returned if the command is repeated.
  'alike', // Data that detects an order entered twice.
  'search', // Search data of an entry or a SKU.
  'index', // Index of the search data, which the desk rebuilds.
  'print', // A print job, and its printed labels.
  'handover', // Of parcels to a carrier.
  'list', // Of codes suggested while typing.
  'list-import', // An import of a list in progress.
  'template',
  'operator',
  'act', // A protected action in its log.
  'watch', // A watched number.
  'memory', // Values stored by a screen.
] as const;
export type OtherPart = (typeof otherParts)[number];

export const damagedParts = [...entryParts, ...otherParts, 'journal', 'structure'] as const;
export type DamagedPart = (typeof damagedParts)[number];
