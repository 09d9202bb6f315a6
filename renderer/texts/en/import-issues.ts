type P = Readonly<Record<string, string | number>>;

/** Problems of cells and rows of a spreadsheet, besides contract breaches. */
export const importIssues = {
  'no-plain-number': (p: P) =>
    p.means === undefined
      ? 'Not a number: write digits, with a point before decimals.'
      : `Not a number as written. If it is a decimal, write ${p.means}.`,
  'too-many-digits': () => 'More digits than a number can hold exactly (15).',
  'not-a-flag': () => 'Write TRUE or FALSE.',
  'lost-digits': () => 'The spreadsheet has lost digits of this number. Format the column as text and enter it again.',
  'no-value': (p: P) =>
    p.shown === undefined
      ? 'Only {} is allowed here.'
      : `This cell has no value: ${p.shown}. Enter it, or empty the cell.`,
  'beyond-header': (p: P) => `Cell ${p.cell} is beyond the last column of the header.`,
  'two-dates': (p: P) => `Is this ${p.first} or ${p.second}? Write the right one.`,
  'short-year': () => 'Write the year with four digits, e.g. 2026-12-31T08:00.',
  'differs-within': (p: P) =>
    `Row ${p.row} has a different value here for the same order. Write it once, or the same in each row.`,
  'no-entry-number': () => 'Number the entries of a list 1, 2, 3 …, or write [] for an empty list.',
  'stands-apart': (p: P) =>
    `Already in row ${p.row}, with other rows between. Rows of one order must be next to each other.`,
  'which-entry': () => 'The same entry as above or a new one? Number each, or leave these fields empty to continue it.',
  'empty-and-filled': () => 'The list is marked as empty, but other rows fill it.',
  'not-goods': () =>
    'This row has no number, SKU or name, so it lists no goods. If it is a row of totals, clear its cells; if it is goods, enter what they are.',
  'rounded-number': () =>
    'Looks like a long number that a spreadsheet has rounded, so digits are lost. Enter it again.',
  'date-by-mistake': () => 'Looks like a date that a spreadsheet has made of something else. Enter what it was.',
  'lost-letters': () => 'Letters were lost when the file was made. Enter them again.',
  cleaned: (p: P) => `Sent as ${p.value}, without what a spreadsheet program had added.`,
  'key-written': (p: P) => `Numbers are written without signs that they may not have: ${p.value}.`,
  converted: (p: P) => `${p.from} is sent as ${p.to}.`,
  'payer-column': (p: P) =>
    `Column ${p.column} seems to belong to the buyer or payer. Does the parcel go to the same person?`,
};

/** Accepted, but worth checking. */
export const importAdvice = {
  'unseen-characters': 'Contains invisible characters; they are sent as they are.',
  'sent-as-date': 'A date in another format; the preview shows how it is sent.',
  'read-as-country': 'A country name; its two-letter code is sent, as the preview shows.',
  'two-dates': 'An ambiguous date; it is sent as it is written.',
  'long-text': 'A long text; it is sent in full.',
};
