import { maxImportMegabytes } from '../../../shared/import/import-limit.ts';
import { counting } from '../plural.ts';

const n = counting('en');

/** What a question about a file is about. */
interface QuestionParts {
  column: string;
  field: string;
  found: string;
  columns: string;
  expected: string;
  read: string;
}

export const imports = {
  title: 'Import orders',
  choose: 'Choose or drop a spreadsheet',
  chooseHint: `CSV or Excel (.xlsx), up to ${maxImportMegabytes} MB. One row per order, or one row per line of goods: rows that follow one another with the same number, or with none, belong together.`,
  drop: 'Drop it here',
  reading: 'Reading the file …',
  tooLarge: `This file is larger than ${maxImportMegabytes} MB.`,
  wrongEnding: 'Choose a .csv, .tsv, .txt or .xlsx file.',
  gone: 'This file cannot be read. Check that it is still there, and choose it again.',
  file: 'File',
  rows: (p: { count: string }) => n(p.count, '# row', '# rows'),
  sheet: 'Sheet',
  encoding: 'Text encoding',
  kind: 'The rows are',
  format: 'Read as',
  formatNone: 'by its headings',
  kindGuessed: 'Guessed from the columns; please check.',
  entryNumber: (p: { list: string }) => `Number of the entry in ${p.list}`,
  lineInRow: (p: { field: string }) => `${p.field}, of the line in the row`,
  preview: 'The first good orders, as they will be sent',
  columns: 'Columns',
  columnsLead: 'Choose the field each column fills. It is remembered for files with the same columns.',
  remembered: 'As last time.',
  guessed: 'Guessed by name; please check.',
  column: 'Column',
  samples: 'First values',
  field: 'Field',
  notImported: 'not imported',
  twice: 'Two columns fill this field.',
  stands: (p: { good: string; bad: string }) => `${p.good} good, ${p.bad} with problems`,
  twiceIn: (p: { field: string; columns: string }) => `Two columns fill ${p.field}: ${p.columns}. Leave one out.`,
  cannotMap: 'No order can be read from these columns. The fields that still need one are listed above.',
  stopAsk: 'Stop queueing?',
  stopMeans: (p: { done: string; of: string }) =>
    `Queued so far, and staying queued: ${p.done} of ${p.of}. The others stay in the file; Back continues.`,
  senseAsk: 'Queue them like this?',
  senseMeans: 'They can’t be cancelled once they have been sent. Go back to fill in what is missing.',
  senseAnyway: 'Queue anyway',
  sentBeforeAsk: 'Send these orders again?',
  sentBeforeIn: (p: { names: readonly string[]; count: number }) =>
    `${n(p.names.length, 'Row', 'Rows')} ${p.names.join(', ')}${p.count > p.names.length ? ` and ${n(p.count - p.names.length, '# more', '# more')}` : ''}: an order with this number was withdrawn, and the service may have it.`,
  sentBeforeMeans:
    'If the service does have one, it may be created twice. Send them only if you are sure the service does not have them.',
  lack: {
    recipient: 'No recipient:',
    country: 'No country:',
    address: 'No city or street:',
    goods: 'No goods:',
    letters: 'Characters that no label font has, such as emoji, so the label cannot be printed:',
  },
  senselessIn: (p: { count: string; names: readonly string[]; more: number }) =>
    `${n(p.count, '# order', '# orders')}, ${n(p.names.length, 'row', 'rows')} ${p.names.join(', ')}${p.more > 0 ? ` and ${n(p.more, '# more', '# more')}` : ''}`,
  letGoAsk: 'Close the file?',
  letGoMeans: (p: { good: string; bad: string }) =>
    `Not queued yet: ${n(p.good, '# good order', '# good orders')}, ${n(p.bad, '# order', '# orders')} with problems. They are only in the file, without the corrections made here.`,
  requiredLeft: (p: { fields: string }) => `Still without a column: ${p.fields}`,
  check: 'Rows',
  checking: 'Checking the rows …',
  good: 'good orders',
  bad: 'with problems',
  queued: 'on this desk',
  total: 'orders in the file',
  warnings: 'Please check',
  firstRow: (p: { row: string }) => ` First in row ${p.row}.`,
  ownLeft:
    'Not all own labels were checked: it took too long. Once queued, those that cannot be printed are shown on Today.',
  inRows: (p: { count: string }) => `In ${n(p.count, '# row', '# rows')}.`,
  columnLacks: (p: { column: string }) => `Column “${p.column}” has values but fills no field. It is not sent.`,
  problems: 'Rows with problems',
  problemsLead: 'Correct a cell and it is checked at once. Good rows can be queued meanwhile.',
  row: 'Row',
  problem: 'Problem',
  rowNow: 'now good',
  rowNo: (p: { n: string }) => `Row ${p.n}`,
  rowsNo: (p: { n: string; last: string }) => `Rows ${p.n} to ${p.last}`,
  onlyFirst: (p: { shown: string; all: string }) => `The first ${p.shown} of ${p.all} are shown.`,
  queueing: (p: { done: string; of: string }) => `Queueing ${p.done} of ${p.of}`,
  done: (p: { queued: string }) => n(p.queued, 'One order saved.', '# orders saved.'),
  already: (p: { count: string }) =>
    n(
      p.count,
      'One was already on this desk and was not added again.',
      '# were already on this desk and were not added again.',
    ),
  stopped: 'Stopped. Queued orders stay queued.',
  allGood: 'Every row is good.',
  nothingLeft: 'Every row is queued.',
  templateMeans:
    'An empty spreadsheet with every column; * marks required ones. The Excel file explains each column on a second sheet.',
  asCsv: 'as CSV',
  asXlsx: 'as Excel',
  asked: 'waiting for an answer',
  questions: 'Questions',
  questionsLead: 'The orders of a question wait for its answer. The others can be queued meanwhile.',
  questionOpen: 'Choose …',
  questionRows: (p: { names: readonly string[]; more: number }) =>
    `${n(p.names.length, 'Row', 'Rows')} ${p.names.join(', ')}${p.more > 0 ? ` and ${n(p.more, '# more order', '# more orders')}` : ''}.`,
  questionValue: (p: { value: string }) => `It is ${p.value}`,
  question: {
    'only-buyer': (p: QuestionParts) =>
      `Only ${p.columns} has this, and it is about whoever bought. Does the parcel go there?`,
    'whose-column': (p: QuestionParts) =>
      `${p.columns} may be about the recipient or about whoever bought. Is it the recipient?`,
    unit: (p: QuestionParts) => `${p.column}: in which unit is ${p.found}? ${p.field} is sent in ${p.expected}.`,
    currency: (p: QuestionParts) => `${p.column} is in ${p.found}, and ${p.field} has no currency. Send the number?`,
    'which-goods': (p: QuestionParts) => `${p.column}: it does not say how many of each: ${p.found}`,
    'address-parts': (p: QuestionParts) =>
      `${p.column} has the whole address in one cell: ${p.found}. It would be read as ${p.read}.`,
    'unlikely-value': (p: QuestionParts) => `${p.field}: is ${p.found} right?`,
    'hidden-rows': (p: QuestionParts) => `The spreadsheet hides these rows. Are they orders too? ${p.found}`,
    encoding: (p: QuestionParts) => `Is this text right? ${p.found}`,
    'no-order': (p: QuestionParts) => `Is this row an order? ${p.found}`,
    'no-recipient': () => 'The file names no recipient. Queue these orders without one?',
    'no-address': () => 'The file has no city or street for these orders. Queue them without?',
  },
  questionChoice: {
    use: 'Yes, use it',
    leave: 'No, leave it out',
    keep: 'Yes, send it as it is',
    empty: 'Leave the field empty',
    'as-number': 'Send the number',
    'as-read': 'Yes, as read',
    'one-line': 'All of it as the street',
    'without-quantity': 'Send it without numbers of pieces',
  },
  waiting: (p: { count: string }) => n(p.count, 'One order waits for an answer.', '# orders wait for an answer.'),
  noOrder: (p: { row: string }) => `Row ${p.row} is no order and is left out.`,
  readWith: (p: { encoding: string; sample: string }) => `The text was read as ${p.encoding}: ${p.sample}`,
  partOf: {
    first: (p: { field: string }) => `${p.field}: first name`,
    middle: (p: { field: string }) => `${p.field}: middle name`,
    last: (p: { field: string }) => `${p.field}: last name`,
    company: (p: { field: string }) => `${p.field}: company`,
    more: (p: { field: string }) => `${p.field}: further line`,
    else: (p: { field: string }) => `${p.field}: where the other is empty`,
    whole: (p: { field: string }) => `${p.field}: whole address in one cell`,
    items: (p: { field: string }) => `${p.field}: all goods in one cell`,
    unit: (p: { field: string }) => `${p.field}: its unit`,
    count: (p: { field: string }) => `${p.field}: of all goods together`,
  },
  lost: 'The desk no longer has this file. Choose it again; rows queued before are not added twice.',
};
