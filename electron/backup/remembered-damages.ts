import type { DamagedPart } from '../../shared/outbox/damaged-parts.ts';

interface Remembered {
  part: DamagedPart;
  /** columns that identify a row to a user */
  by: readonly string[];
  what: string;
  todo: string;
}

const learnedAnew =
  'It is learned anew with the next order that is saved. Compare what the desk offers with the paper.';

const foundAnew = 'Nothing is lost: the lists show everything. A restored backup makes the search anew.';
const lookAtPaper = 'Look at what is on paper before you print labels of this job again.';
const lookAtSheet = 'Compare the sheet of the handover with what the desk says was handed over.';
const onlyMeasured = 'Nothing needs to be done. The times and keys shown for entering may be wrong.';

/** Tables of a desk other than its entries, by name: nothing in them is sent before a user has seen it. */
export const remembered: Readonly<Record<string, Remembered>> = {
  remembered_address: { part: 'address', by: ['id'], what: 'The remembered recipient number', todo: learnedAnew },
  remembered_goods: { part: 'goods', by: ['by', 'name'], what: 'What is remembered of the goods', todo: learnedAnew },
  lookup_answer: {
    part: 'answer',
    by: ['kind', 'subject'],
    what: 'The last answer kept about',
    todo: 'Ask the service again: its next answer takes the place of this one.',
  },
  search_terms: {
    part: 'search',
    by: ['id'],
    what: 'What an entry is found by, row number',
    todo: foundAnew,
  },
  search_indexed: {
    part: 'search',
    by: ['up_to'],
    what: 'How far the index of the search has come, to row number',
    todo: foundAnew,
  },
  sku_row: { part: 'search', by: ['code'], what: 'What a search finds the SKU by, called', todo: foundAnew },
  entry_print: {
    part: 'alike',
    by: ['entry'],
    what: 'What tells whether a parcel is entered twice, of entry number',
    todo: 'Nothing needs to be done. A form may not warn of an order like this one.',
  },
  create_kind: {
    part: 'fact',
    by: ['endpoint'],
    what: 'What kind of entry is made by endpoint number',
    todo: 'Nothing needs to be done: the program writes it anew when it starts.',
  },
  command: {
    part: 'command',
    by: ['name', 'id'],
    what: 'What was answered to the act',
    todo: 'Look at the lists for what was done, rather than doing it again: repeated, this act is answered by a problem.',
  },
  print_job: { part: 'print', by: ['id'], what: 'The print job', todo: lookAtPaper },
  print_label: { part: 'print', by: ['job', 'place'], what: 'Job and place of a label to print', todo: lookAtPaper },
  print_attempt: { part: 'print', by: ['id'], what: 'A try to print a label, number', todo: lookAtPaper },
  print_history: { part: 'print', by: ['seq'], what: 'What happened to a print job, step', todo: lookAtPaper },
  handover: { part: 'handover', by: ['code'], what: 'The handover', todo: lookAtSheet },
  handover_parcel: {
    part: 'handover',
    by: ['handover', 'entry'],
    what: 'Handover and entry of a parcel',
    todo: lookAtSheet,
  },
  handover_surplus: { part: 'handover', by: ['code'], what: 'The surplus of a handover', todo: lookAtSheet },
  list_import: {
    part: 'list-import',
    by: ['list', 'part'],
    what: 'An import that is under way, of the list',
    todo: 'Import the list again: it takes the place of this one.',
  },
  meter_parcel: { part: 'meter', by: ['id'], what: 'What a parcel cost to enter, number', todo: onlyMeasured },
  meter_field: { part: 'meter', by: ['field'], what: 'What a field cost to fill in,', todo: onlyMeasured },
  list_item: {
    part: 'list',
    by: ['list', 'code'],
    what: 'The line of a list',
    todo: 'Import the list again: it takes the place of this one.',
  },
  template: { part: 'template', by: ['name'], what: 'The template', todo: 'Open it, compare it, and save it again.' },
  act: {
    part: 'act',
    by: ['seq'],
    what: 'What the log says of an act, number',
    todo: 'Nothing needs to be done. The log of acts may be wrong there.',
  },
  operator: { part: 'operator', by: ['name'], what: 'The operator', todo: 'Set the code and the PIN again.' },
  watch: {
    part: 'watch',
    by: ['number'],
    what: 'The watched number',
    todo: 'Take it off the list and put it there again.',
  },
  memory: {
    part: 'memory',
    by: ['name'],
    what: 'What a screen keeps as',
    todo: 'Look at the form or the choice before you rely on it; it is written anew when it changes.',
  },
};
