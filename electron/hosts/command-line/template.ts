import { resolve } from 'node:path';
import { replacePrivateFile } from '../../private-files/write-private.ts';
import { defaultSettings } from '../../../shared/settings/settings.ts';
import { writeTemplate } from '../../export/write-template.ts';
import type { Command } from './command.ts';
import { dataOption, withReader } from './data-folder.ts';
import { usageError, optionText } from './given.ts';
import { parseKind, outputSheet } from './sheet-out.ts';

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
    const { path, as } = outputSheet(args);
    const language = optionText(args, 'language') ?? 'en';
    if (language !== 'en' && language !== 'zh-CN') throw usageError('--language is en or zh-CN.');
    const data = optionText(args, 'data');
    const write = async (units: { weightUnit: string; lengthUnit: string }): Promise<0> => {
      await replacePrivateFile(path, (unfinished) => writeTemplate({ path: unfinished, kind, as, language, units }));
      await context.print({ path, kind });
      return 0;
    };
    if (data === undefined) return write(defaultSettings);
    return withReader(context, { folder: resolve(data) }, async (desk) => write(await desk.ask('export.units', {})));
  },
};
