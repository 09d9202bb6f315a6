import { problem } from '../../../shared/contract/problem.ts';
import { createKinds, isCreateKind, type CreateKind } from '../../../shared/creates/create-kinds.ts';
import { entryLists } from '../../../shared/outbox/states.ts';
import { defaultSettings } from '../../../shared/settings/settings.ts';
import { takeDownload } from '../../desk/calls/downloads.ts';
import { replacePrivateFile } from '../../platform/private-files.ts';
import { writeTemplate } from '../../spreadsheets/export/template.ts';
import { dataFolderOf } from '../../storage/register/workspace-folders.ts';
import type { CommandArgs, Command } from './command.ts';
import { dataOption, dataFolder, withReader } from './data-folder.ts';
import { requiredOption, usageError, optionText } from './options.ts';
import { showProgress } from './show-progress.ts';
import { writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';

/** The output path of a spreadsheet, and the format by its extension. */
export function outputSheet(args: CommandArgs): { path: string; format: 'csv' | 'xlsx' } {
  const path = resolve(requiredOption(args, 'out'));
  const extension = extname(path).slice(1).toLowerCase();
  if (extension !== 'csv' && extension !== 'xlsx') throw usageError('--out names a file that ends in .csv or .xlsx.');
  return { path, format: extension };
}

/** Parses a kind of order; `otherNames` are listed in the error too. */
export function parseKind(kindName: string, otherNames: readonly string[] = []): CreateKind {
  if (isCreateKind(kindName)) return kindName;
  throw usageError(
    `${JSON.stringify(kindName)} is no kind of order. Give one of ${[...createKinds, ...otherNames].join(', ')}.`,
  );
}

/**
 * Exports entries of the outbox to a spreadsheet: orders of one kind in the format of the import, or the facts of all.
 */
export const exportCommand: Command = {
  summary: 'writes entries of the outbox as a spreadsheet (CSV or XLSX)',
  usage: 'KIND|facts --out FILE.csv|FILE.xlsx --data DIR [--list NAME] [--search TEXT]',
  options: {
    ...dataOption,
    out: { type: 'string' },
    list: { type: 'string' },
    search: { type: 'string' },
  },
  argumentCount: [1, 1],
  async run(args, context) {
    const kindName = args.positionals[0] ?? '';
    const kind = kindName === 'facts' ? undefined : parseKind(kindName, ['facts']);
    const { path, format } = outputSheet(args);
    const name = optionText(args, 'list') ?? 'all';
    const list = entryLists.find((one) => one === name);
    if (!list) throw usageError(`--list is one of ${entryLists.join(', ')}.`);
    const search = optionText(args, 'search') ?? '';
    const folder = dataFolderOf(dataFolder(args));
    return withReader(context, { folder }, async (desk) => {
      const progress = (done: number, of: number): string => `exported ${done} of ${of}`;
      const call = () => desk.ask('entries.export', { ...(kind && { kind }), as: format, of: { list, search } });
      const { file, ...exported } = await showProgress(desk, context, 'export', progress, call);
      const download = await takeDownload(folder, file.id, Date.now());
      if (!download) throw problem('bad-file', 'The file was made, but is no longer there.', { reason: 'write' });
      await replacePrivateFile(path, (temporaryPath) => writeFile(temporaryPath, download.body, { flush: true }));
      await context.print({ path, ...exported });
      return exported.problems.length > 0 ? 2 : 0;
    });
  },
};

/**
 * Writes an empty spreadsheet with the columns of a kind of order. Units come from the folder's settings if one is
 * given.
 */
export const template: Command = {
  summary: 'writes an empty spreadsheet (CSV or XLSX) to fill with orders of a kind',
  usage: 'KIND --out FILE.csv|FILE.xlsx [--language en|zh-CN] [--data DIR]',
  options: { ...dataOption, out: { type: 'string' }, language: { type: 'string' } },
  argumentCount: [1, 1],
  async run(args, context) {
    const kind = parseKind(args.positionals[0] ?? '');
    const { path, format } = outputSheet(args);
    const language = optionText(args, 'language') ?? 'en';
    if (language !== 'en' && language !== 'zh-CN') throw usageError('--language is en or zh-CN.');
    const data = optionText(args, 'data');
    const write = async (units: { weightUnit: string; lengthUnit: string }): Promise<0> => {
      await replacePrivateFile(path, (temporaryPath) =>
        writeTemplate({ path: temporaryPath, kind, fileType: format, language, units }),
      );
      await context.print({ path, kind });
      return 0;
    };
    if (data === undefined) return write(defaultSettings);
    return withReader(context, { folder: resolve(data) }, async (desk) => write(await desk.ask('export.units', {})));
  },
};
