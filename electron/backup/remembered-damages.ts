import type { DamagedPart } from '../../shared/outbox/damaged-parts.ts';

interface CheckedTable {
  part: DamagedPart;
  /** columns that identify a row to a user */
  keyColumns: readonly string[];
  label: string;
  todo: string;
}

const relearnedTodo =
  'It is learned anew with the next order that is saved. Compare what the desk offers with the paper.';

const searchTodo = 'Nothing is lost: the lists show everything. A restored backup makes the search anew.';
const printTodo = 'Look at what is on paper before you print labels of this job again.';
const handoverTodo = 'Compare the sheet of the handover with what the desk says was handed over.';
const meterTodo = 'Nothing needs to be done. The times and keys shown for entering may be wrong.';

/** Tables of a desk other than its entries, by name: nothing in them is sent before a user has seen it. */
export const checkedTables: Readonly<Record<string, CheckedTable>> = {
  remembered_address: {
    part: 'address',
    keyColumns: ['id'],
    label: 'The remembered recipient number',
    todo: relearnedTodo,
  },
  remembered_goods: {
    part: 'goods',
    keyColumns: ['by', 'name'],
    label: 'What is remembered of the goods',
    todo: relearnedTodo,
  },
  lookup_answer: {
    part: 'answer',
    keyColumns: ['kind', 'subject'],
    label: 'The last answer kept about',
    todo: 'Ask the service again: its next answer takes the place of this one.',
  },
  search_terms: {
    part: 'search',
    keyColumns: ['id'],
    label: 'What an entry is found by, row number',
    todo: searchTodo,
  },
  search_indexed: {
    part: 'search',
    keyColumns: ['up_to'],
    label: 'How far the index of the search has come, to row number',
    todo: searchTodo,
  },
  sku_row: { part: 'search', keyColumns: ['code'], label: 'What a search finds the SKU by, called', todo: searchTodo },
  entry_print: {
    part: 'alike',
    keyColumns: ['entry'],
    label: 'What tells whether a parcel is entered twice, of entry number',
    todo: 'Nothing needs to be done. A form may not warn of an order like this one.',
  },
  create_kind: {
    part: 'fact',
    keyColumns: ['endpoint'],
    label: 'What kind of entry is made by endpoint number',
    todo: 'Nothing needs to be done: the program writes it anew when it starts.',
  },
  command: {
    part: 'command',
    keyColumns: ['name', 'id'],
    label: 'What was answered to the act',
    todo: 'Look at the lists for what was done, rather than doing it again: repeated, this act is answered by a problem.',
  },
  print_job: { part: 'print', keyColumns: ['id'], label: 'The print job', todo: printTodo },
  print_label: {
    part: 'print',
    keyColumns: ['job', 'place'],
    label: 'Job and place of a label to print',
    todo: printTodo,
  },
  print_attempt: { part: 'print', keyColumns: ['id'], label: 'A try to print a label, number', todo: printTodo },
  print_history: { part: 'print', keyColumns: ['seq'], label: 'What happened to a print job, step', todo: printTodo },
  handover: { part: 'handover', keyColumns: ['code'], label: 'The handover', todo: handoverTodo },
  handover_parcel: {
    part: 'handover',
    keyColumns: ['handover', 'entry'],
    label: 'Handover and entry of a parcel',
    todo: handoverTodo,
  },
  handover_surplus: { part: 'handover', keyColumns: ['code'], label: 'The surplus of a handover', todo: handoverTodo },
  list_import: {
    part: 'list-import',
    keyColumns: ['list', 'part'],
    label: 'An import that is under way, of the list',
    todo: 'Import the list again: it takes the place of this one.',
  },
  meter_parcel: { part: 'meter', keyColumns: ['id'], label: 'What a parcel cost to enter, number', todo: meterTodo },
  meter_field: { part: 'meter', keyColumns: ['field'], label: 'What a field cost to fill in,', todo: meterTodo },
  list_item: {
    part: 'list',
    keyColumns: ['list', 'code'],
    label: 'The line of a list',
    todo: 'Import the list again: it takes the place of this one.',
  },
  template: {
    part: 'template',
    keyColumns: ['name'],
    label: 'The template',
    todo: 'Open it, compare it, and save it again.',
  },
  act: {
    part: 'act',
    keyColumns: ['seq'],
    label: 'What the log says of an act, number',
    todo: 'Nothing needs to be done. The log of acts may be wrong there.',
  },
  operator: { part: 'operator', keyColumns: ['name'], label: 'The operator', todo: 'Set the code and the PIN again.' },
  watch: {
    part: 'watch',
    keyColumns: ['number'],
    label: 'The watched number',
    todo: 'Take it off the list and put it there again.',
  },
  memory: {
    part: 'memory',
    keyColumns: ['name'],
    label: 'What a screen keeps as',
    todo: 'Look at the form or the choice before you rely on it; it is written anew when it changes.',
  },
};
