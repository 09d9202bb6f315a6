import Papa from 'papaparse';
import { badFile } from './bad-file.ts';
import type { Table } from './table.ts';

const separators = [',', ';', '\t'] as const;

/**
 * Parses a CSV file, quoted as in RFC 4180, with the separator used in its header: comma, semicolon or tab. Throws
 * ProblemError `bad-file` if a quoted cell is broken.
 */
export function readCsv(text: string): Table {
  // Programs mix line ends: one kind between rows and another within cells.
  const lines = text.replace(/\r\n?/g, '\n');
  const { data, errors } = Papa.parse<string[]>(lines, { delimiter: separatorOf(lines), newline: '\n' });
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

function separatorOf(text: string): string {
  const cells = (delimiter: string): number =>
    Papa.parse<string[]>(text, { delimiter, newline: '\n', preview: 1 }).data[0]?.length ?? 0;
  return separators.reduce((best, other) => (cells(other) > cells(best) ? other : best));
}
