import { maxImportBytes, maxImportColumns, maxImportMegabytes } from '../../shared/import/import-limit.ts';
import { badFile } from './bad-file.ts';
import { isBlank, shownCell, type Table } from './table.ts';

/** An empty cell has no text, but costs its reader as much as a character. */
const costOfCell = 1;

/**
 * The table without empty cells beyond the last column that is read: a sheet may be formatted to its far end. Throws ProblemError
 * `bad-file` where it says more than the largest file that is taken. A workbook of a few kilobytes can say one long text in
 * each of a million cells, and whoever passes its rows on writes it out each time.
 */
export function boundTable(table: Table): Table {
  let characters = 0;
  return table.map((row) => {
    for (const cell of row) characters += costOfCell + (isBlank(cell) ? 0 : shownCell(cell).length);
    if (characters > maxImportBytes)
      throw badFile(
        'too-big',
        `The cells hold more than ${maxImportMegabytes} MB of text in all. Split the file into smaller ones.`,
      );
    if (row.length <= maxImportColumns) return row;
    if (row.slice(maxImportColumns).some((cell) => !isBlank(cell)))
      throw badFile(
        'too-big',
        `The file has more than ${maxImportColumns} columns. Take out those that are not needed.`,
      );
    return row.slice(0, maxImportColumns);
  });
}
