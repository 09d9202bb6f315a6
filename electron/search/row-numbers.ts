/** Rows of an entry: what was captured, and the numbers the service gave later. */
export const capturedRow = (seq: number): number => seq * 2;
export const givenRow = (seq: number): number => seq * 2 + 1;

/** SQL for the entry that a row is of. */
export const entryOf = (row: string): string => `(${row} >> 1)`;

// The index reads its lists upwards several times faster than downwards, and the newest are wanted first: there the numbers of
// rows fall from here as entries come. Room for 134 million of them in four bytes.
const top = 2 ** 28;

/** The number in the index of a row. */
export const inIndex = (row: number): number => top - row;

/** SQL for the same. */
export const indexOfRow = (row: string): string => `(${top} - ${row})`;

/** SQL for the row of a row of the index. */
export const rowOfIndex = `(${top} - search.rowid)`;
