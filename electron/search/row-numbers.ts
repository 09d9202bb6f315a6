/** Ids of an entry's two rows: its captured content, and the numbers the service assigned later. */
export const capturedRow = (seq: number): number => seq * 2;
export const assignedRow = (seq: number): number => seq * 2 + 1;

/** SQL for the entry of a row. */
export const entryOf = (row: string): string => `(${row} >> 1)`;

// The index reads its lists several times faster in ascending order, and the newest entries are wanted first: its row
// ids descend from here. Room for 134 million rows in four bytes.
const maxRow = 2 ** 28;

/** The index id of a row. */
export const inIndex = (row: number): number => maxRow - row;

/** SQL for the same. */
export const indexOfRow = (row: string): string => `(${maxRow} - ${row})`;

/** SQL for the row of an index id. */
export const rowOfIndex = `(${maxRow} - search.rowid)`;
