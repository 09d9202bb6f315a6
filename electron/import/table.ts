/** A cell as the file holds it; null where it is empty. A CSV has texts only. */
export type Cell = string | number | boolean | Date | null;

/** A spreadsheet, read: every row from the header on, empty ones included, so that row n of the file is `table[n - 1]`. */
export type Table = Cell[][];
