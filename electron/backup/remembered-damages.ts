import type { DamagedPart } from './damages.ts';

interface Remembered {
  part: DamagedPart;
  /** columns that name a row to a person */
  by: readonly string[];
  what: string;
  todo: string;
}

const learnedAnew =
  'It is learned anew with the next order that is saved. Compare what the desk offers with the paper.';

/** What a desk keeps beside its entries, by table: nothing of it is sent before a person has seen it. */
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
    todo: 'Nothing is lost: the lists show every entry. A restored backup makes the search anew.',
  },
  list_item: {
    part: 'list',
    by: ['list', 'code'],
    what: 'The line of a list',
    todo: 'Import the list again: it takes the place of this one.',
  },
  template: { part: 'template', by: ['name'], what: 'The template', todo: 'Open it, compare it, and save it again.' },
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
