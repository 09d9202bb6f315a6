import type { LineTrouble } from './split-entries.ts';

/** What rows that do not make up one order say wrongly, and how to put it right. */
export function sayTrouble({ code, params: { row = 0 } }: LineTrouble): string {
  switch (code) {
    case 'differs-within':
      return `Row ${row} says something else here of the same. Write it once, or the same in each row.`;
    case 'no-entry-number':
      return 'This column numbers the entries of its list: 1, 2, 3 and so on, or [] for a list without any.';
    case 'stands-apart':
      return `It stands in row ${row} already, with others between. Rows of one entry stand together.`;
    case 'which-entry':
      return 'Is this the same entry as above or another one? Give each its number, or leave its fields empty to go on with it.';
    case 'empty-and-filled':
      return 'The list is said to hold nothing, but other rows fill it.';
  }
}
