import { maxImportBytes, maxImportColumns, maxImportMegabytes } from '../../shared/import/import-limit.ts';
import { badFile } from './bad-file.ts';
import { isBlank, shownCell, type Table } from './table.ts';

/** An empty cell has no text, but costs as much to read as one character. */
const costOfCell = 1;

/**
 * Removes empty cells beyond the maximum number of columns: a sheet may be formatted to its far end. Throws
 * ProblemError `bad-file` if the cells contain more text than the largest accepted file. A workbook of a few kilobytes
 * can repeat one long text in a million cells, and every later step would copy it each time.
 */
export function limitTable(table: Table): Table {
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
