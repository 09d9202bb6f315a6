import { badFile, type Table } from './table.ts';
import Papa from 'papaparse';

const separators = [',', ';', '\t', '|'] as const;
/** Number of rows by which the separator is chosen. */
const maxRowsCompared = 40;
/** A first line that names the separator for spreadsheet programs; they do not show it as a row. */
const separatorLinePattern = /^\uFEFF?"?sep=(.)"?;*,*\n/i;

/**
 * Parses a CSV file, quoted as in RFC 4180, with the separator that its first line names, else the one that fits best.
 * In a file with tabs, quotes are plain characters if they are not balanced. Throws ProblemError `bad-file` if a quoted
 * cell is broken.
 */
export function readCsv(text: string): Table {
  // programs mix line ends: one kind between rows, another within cells
  const normalized = text.replace(/\r\n?/g, '\n');
  const separatorMatch = separatorLinePattern.exec(normalized);
  const csvText = separatorMatch ? normalized.slice(separatorMatch[0].length) : normalized;
  const delimiter = separatorMatch?.[1] ?? separatorOf(csvText);
  const parsed = Papa.parse<string[]>(csvText, { delimiter, newline: '\n' });
  const { data, errors } =
    parsed.errors.length > 0 && delimiter === '\t'
      ? Papa.parse<string[]>(csvText, { delimiter, newline: '\n', quoteChar: '\0' })
      : parsed;
  const quoteError = errors[0];
  // recovering from a broken quote would be a guess, and a wrong guess loses rows
  if (quoteError)
    throw badFile(
      'quotes',
      `A quoted cell that begins in row ${(quoteError.row ?? 0) + 1} is broken: its quote never ends, or more follows it. ` +
        'Within a quoted cell every quote is written twice. Nothing was imported.',
    );
  return data.map((row) => row.map((cell) => (cell === '' ? null : cell)));
}

/** The separator that splits the most rows into the same number of cells, weighted by that number. */
function separatorOf(text: string): string {
  const scoreOf = (delimiter: string): number => {
    const rows = Papa.parse<string[]>(text, { delimiter, newline: '\n', preview: maxRowsCompared }).data;
    const counts = Map.groupBy(
      rows.filter(({ length }) => length > 1),
      ({ length }) => length,
    );
    return Math.max(0, ...[...counts].map(([cells, sameLength]) => (cells - 1) * sameLength.length));
  };
  return separators
    .map((one) => [one, scoreOf(one)] as const)
    .reduce((best, other) => (other[1] > best[1] ? other : best))[0];
}
