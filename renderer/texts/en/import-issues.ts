type P = Readonly<Record<string, string | number>>;

/** Problems of cells and rows of a spreadsheet, besides contract breaches. */
export const importIssues = {
  'no-plain-number': (p: P) =>
    p.means === undefined
      ? 'Not a plain number: digits, and a point before decimals.'
      : `Not a plain number. If it is a decimal, write ${p.means}.`,
  'too-many-digits': () => 'More digits than a number can hold exactly (15).',
  'not-a-flag': () => 'Neither TRUE nor FALSE.',
  'lost-digits': () => 'The spreadsheet has lost digits of this number. Format the column as text and enter it again.',
  'no-value': (p: P) =>
    p.shown === undefined ? 'Only {} can stand here.' : `The formula here has no value: ${p.shown}.`,
  'beyond-header': (p: P) => `Cell ${p.cell} stands beyond the last column of the header.`,
  'two-dates': (p: P) => `Is this ${p.first} or ${p.second}? Write the one that is meant.`,
  'short-year': () => 'Write the year with four digits, as 2026-12-31T08:00.',
  'differs-within': (p: P) =>
    `Row ${p.row} says something else here of the same. Write it once, or the same in each row.`,
  'no-entry-number': () => 'Numbers the entries of a list: 1, 2, 3 …, or [] for a list without any.',
  'stands-apart': (p: P) => `Stands in row ${p.row} already, with others between. Rows of one entry stand together.`,
  'which-entry': () => 'The same as above or another one? Number each, or leave these fields empty to go on with it.',
  'empty-and-filled': () => 'The list is said to hold nothing, but other rows fill it.',
  'not-goods': () =>
    'This row has no key, no SKU and no name, so it is no goods. If it is a line of totals, empty its cells; if it is goods, enter what they are.',
  'other-unit': (p: P) =>
    `Column ${p.column} is in ${p.unit}, the field in ${p.expected}. Nothing is converted: enter the values in ${p.expected} in the file, and change its heading.`,
  'unit-unknown': (p: P) =>
    `Column ${p.column} is in ${p.unit}, and the desk does not know in what the field is counted. Map it only if the service counts in ${p.unit}, too.`,
  'payer-column': (p: P) => `Column ${p.column} seems to be of whoever pays. Is the parcel for the same person?`,
};

/** Accepted, but worth checking. */
export const importAdvice = {
  'rounded-number': 'Looks like a long number that the spreadsheet has rounded. Format the column as text.',
  'unseen-characters': 'Has characters that cannot be seen; they are sent as they are.',
  'sent-as-date': 'A date in another spelling; the preview shows how it is sent.',
  'read-as-country': 'A country by its name; its code of two letters is sent, as the preview shows.',
  'two-dates': 'A date that can be read in two ways; it is sent as it is written.',
  'long-text': 'Much text; it is sent whole.',
};
