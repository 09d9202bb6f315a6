import { badFile, type Table } from './table.ts';
import Papa from 'papaparse';

const separators = [',', ';', '\t', '|'] as const;
/** Rows that say which separator a file has. */
const rowsCompared = 40;
/** A first line of spreadsheet programs that names the separator; they do not show it. */
const separatorLine = /^\uFEFF?"?sep=(.)"?;*,*\n/i;

/**
 * Parses a CSV file, quoted as in RFC 4180, with the separator that its first line names or most of its rows have. In a
 * file with tabs, a quote is a letter if it would not close. Throws ProblemError `bad-file` if a quoted cell is broken.
 */
export function readCsv(text: string): Table {
  // Programs mix line ends: one kind between rows and another within cells.
  const all = text.replace(/\r\n?/g, '\n');
  const named = separatorLine.exec(all);
  const lines = named ? all.slice(named[0].length) : all;
  const delimiter = named?.[1] ?? separatorOf(lines);
  const parsed = Papa.parse<string[]>(lines, { delimiter, newline: '\n' });
  const { data, errors } =
    parsed.errors.length > 0 && delimiter === '\t'
      ? Papa.parse<string[]>(lines, { delimiter, newline: '\n', quoteChar: '\0' })
      : parsed;
  const broken = errors[0];
  // Recovery after a broken quote is a guess, and a wrong one loses rows.
  if (broken)
    throw badFile(
      'quotes',
      `A quoted cell that begins in row ${(broken.row ?? 0) + 1} is broken: its quote never ends, or more follows it. ` +
        'Within a quoted cell every quote is written twice. Nothing was imported.',
    );
  return data.map((row) => row.map((cell) => (cell === '' ? null : cell)));
}

/** The separator by which the most rows have the same number of cells, and the most cells. */
function separatorOf(text: string): string {
  const score = (delimiter: string): number => {
    const rows = Papa.parse<string[]>(text, { delimiter, newline: '\n', preview: rowsCompared }).data;
    const counts = Map.groupBy(
      rows.filter(({ length }) => length > 1),
      ({ length }) => length,
    );
    return Math.max(0, ...[...counts].map(([cells, alike]) => (cells - 1) * alike.length));
  };
  return separators
    .map((one) => [one, score(one)] as const)
    .reduce((best, other) => (other[1] > best[1] ? other : best))[0];
}
