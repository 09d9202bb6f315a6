import { resolve } from 'node:path';
import { replacePrivately } from '../../private-files/write-private.ts';
import { defaultSettings } from '../../../shared/settings/settings.ts';
import { writeTemplate } from '../../export/write-template.ts';
import type { Command } from './command.ts';
import { dataOption, withReader } from './data-folder.ts';
import { misuse, textOf } from './given.ts';
import { kindNamed, sheetOut } from './sheet-out.ts';

/**
 * Writes an empty spreadsheet with the columns of a kind of order. Units come from the folder's settings if one is
 * given.
 */
export const template: Command = {
  summary: 'writes an empty spreadsheet (CSV or XLSX) to fill with orders of a kind',
  usage: 'KIND --out FILE.csv|FILE.xlsx [--language en|zh-CN] [--data DIR]',
  options: { ...dataOption, out: { type: 'string' }, language: { type: 'string' } },
  words: [1, 1],
  async run(given, around) {
    const kind = kindNamed(given.positionals[0] ?? '');
    const { path, as } = sheetOut(given);
    const language = textOf(given, 'language') ?? 'en';
    if (language !== 'en' && language !== 'zh-CN') throw misuse('--language is en or zh-CN.');
    const data = textOf(given, 'data');
    const write = async (units: { weightUnit: string; lengthUnit: string }): Promise<0> => {
      await replacePrivately(path, (unfinished) => writeTemplate({ path: unfinished, kind, as, language, units }));
      await around.print({ path, kind });
      return 0;
    };
    if (data === undefined) return write(defaultSettings);
    return withReader(around, { folder: resolve(data) }, async (desk) => write(await desk.ask('export.units', {})));
  },
};
