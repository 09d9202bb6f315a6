import type { ImportRow } from '../../../shared/contract/import-procedures.ts';
import type { Command } from './command.ts';
import { dataOption, dataFolder, withDesk } from './data-folder.ts';
import { optionText, readSmallFile, usageError } from './options.ts';
import { ownLabelChecker, warnUnchecked, type OwnLabelChecker } from './own-label-checker.ts';
import { showProgress } from './show-progress.ts';
import { resolve } from 'node:path';

/** Imports a spreadsheet and prints one line per row, or per order if its lists span rows. */
export const importCommand: Command = {
  summary: 'imports a spreadsheet (CSV or XLSX) into the outbox',
  usage: 'FILE [--as KIND] --data DIR [--profile NAME | --map FILE] [--encoding NAME] [--operator NAME] [--send-again]',
  options: {
    ...{ ...dataOption, as: { type: 'string' }, encoding: { type: 'string' }, operator: { type: 'string' } },
    profile: { type: 'string' },
    map: { type: 'string' },
    'send-again': { type: 'boolean' },
  },
  argumentCount: [1, 1],
  run(args, context) {
    const kindName = optionText(args, 'as');
    const [format, mapFile] = [optionText(args, 'profile'), optionText(args, 'map')];
    if (format !== undefined && mapFile !== undefined) throw usageError('--profile and --map exclude each other.');
    const map = mapFile === undefined ? undefined : readSmallFile(resolve(mapFile));
    const path = resolve(args.positionals[0] ?? '');
    return withDesk(context, { folder: dataFolder(args) }, async (desk) => {
      const input = {
        path,
        ...(kindName !== undefined && { as: kindName }),
        ...(format !== undefined && { format }),
        ...(map !== undefined && { map }),
        encoding: optionText(args, 'encoding') ?? 'utf-8',
        operator: optionText(args, 'operator') ?? '',
        decided: args.values['send-again'] === true,
      };
      const progress = (done: number, of: number): string => `imported ${done} of ${of} rows`;
      const call = () => desk.ask('import.file', input);
      const { rows, queued, refused, ignoredColumns } = await showProgress(desk, context, 'import', progress, call);
      context.writeToTerminal(`${queued} queued, ${refused} not. ${ignoredColumnsText(ignoredColumns)}\n`);
      const labelChecker = ownLabelChecker(desk);
      const warningsById = await labelChecker.check(rows.flatMap((row) => (row.id === undefined ? [] : [row.id])));
      for (const row of rows) await context.print(withLabelWarnings(row, warningsById));
      warnUnchecked(context, labelChecker.uncheckedCount());
      return refused > 0 ? 2 : 0;
    });
  },
};

const ignoredColumnsText = (columns: readonly string[]): string =>
  columns.length > 0 ? `Columns that go nowhere: ${columns.join(', ')}.` : '';

/** Adds the warnings on its own label to a row. */
function withLabelWarnings(row: ImportRow, warningsById: Awaited<ReturnType<OwnLabelChecker['check']>>): ImportRow {
  const labelWarnings = row.id === undefined ? undefined : warningsById.get(row.id);
  if (!labelWarnings) return row;
  const rowWarnings = labelWarnings.map(({ path, message }) => ({ column: path.split('.').at(-1) ?? '', message }));
  return { ...row, warnings: [...(row.warnings ?? []), ...rowWarnings] };
}
