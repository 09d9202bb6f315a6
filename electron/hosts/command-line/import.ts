import { resolve } from 'node:path';
import type { ImportRow } from '../../../shared/contract/import-procedures.ts';
import type { Command } from './command.ts';
import { dataOption, folderOf, withDesk } from './data-folder.ts';
import { labelWarnings, noteLeft, type LabelWarnings } from './label-warnings.ts';
import { demanded, textOf } from './given.ts';

/** Imports a spreadsheet and prints one line per row, or per order if its lists span rows. */
export const importCommand: Command = {
  summary: 'imports a spreadsheet (CSV or XLSX) into the outbox',
  usage: 'FILE --as KIND --data DIR [--encoding NAME] [--operator NAME] [--send-again]',
  options: {
    ...{ ...dataOption, as: { type: 'string' }, encoding: { type: 'string' }, operator: { type: 'string' } },
    'send-again': { type: 'boolean' },
  },
  words: [1, 1],
  run(given, around) {
    const as = demanded(given, 'as');
    const path = resolve(given.positionals[0] ?? '');
    return withDesk(around, { folder: folderOf(given) }, async (desk) => {
      desk.onEvent(({ event }) => {
        if (event.kind === 'import') around.say(`\rimported ${event.done} of ${event.of} rows`);
      });
      const { rows, queued, refused, ignoredColumns } = await desk.ask('import.file', {
        path,
        as,
        encoding: textOf(given, 'encoding') ?? 'utf-8',
        operator: textOf(given, 'operator') ?? '',
        decided: given.values['send-again'] === true,
      });
      around.say(`\n${queued} queued, ${refused} not. ${ignored(ignoredColumns)}\n`);
      const labels = labelWarnings(desk);
      const warned = await labels.of(rows.flatMap((row) => (row.id === undefined ? [] : [row.id])));
      for (const row of rows) await around.print(withLabel(row, warned));
      noteLeft(around, labels.left());
      return refused > 0 ? 2 : 0;
    });
  },
};

const ignored = (columns: readonly string[]): string =>
  columns.length > 0 ? `Columns that go nowhere: ${columns.join(', ')}.` : '';

/** Adds the warnings for its own label to a row. */
function withLabel(row: ImportRow, warned: Awaited<ReturnType<LabelWarnings['of']>>): ImportRow {
  const found = row.id === undefined ? undefined : warned.get(row.id);
  if (!found) return row;
  const told = found.map(({ path, message }) => ({ column: path.split('.').at(-1) ?? '', message }));
  return { ...row, warnings: [...(row.warnings ?? []), ...told] };
}
