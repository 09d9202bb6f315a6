import { sheetCounts, sheetPapers, type SheetCount, type SheetPaper } from '../../../shared/printing/label-sizes.ts';
import type { Command, CommandArgs } from './command.ts';
import { dataOption, dataFolder, withReader } from './data-folder.ts';
import { requiredOption, usageError, optionText } from './options.ts';
import { showProgress } from './show-progress.ts';
import { resolve } from 'node:path';

/** Writes one PDF with the label of every order that has a label and a number, and names those that cannot be drawn. */
export const labels: Command = {
  summary: 'writes the labels of all orders that have a label and a number, as one PDF',
  usage: '--data DIR --out FILE.pdf [--sheet A4|Letter [--count 2|4|8|21] [--begin PLACE]]',
  options: {
    ...dataOption,
    out: { type: 'string' },
    sheet: { type: 'string' },
    count: { type: 'string' },
    begin: { type: 'string' },
  },
  argumentCount: [0, 0],
  run(args, context) {
    const path = resolve(requiredOption(args, 'out'));
    const sheet = sheetOf(args);
    return withReader(context, { folder: dataFolder(args) }, async (desk) => {
      const progress = (done: number, of: number): string => `drawn ${done} of ${of} labels`;
      const call = () => desk.ask('labels.pdf', { path, ...(sheet && { sheet }) });
      const answer = await showProgress(desk, context, 'labels', progress, call);
      await context.print(answer);
      return answer.problems.length > 0 ? 2 : 0;
    });
  },
};

/** Layout for label sheets of an office printer; null if not requested. */
function sheetOf(args: CommandArgs): { paper: SheetPaper; count: SheetCount; begin: number } | null {
  const [paper, count, begin] = ['sheet', 'count', 'begin'].map((name) => optionText(args, name));
  if (paper === undefined) {
    if (count === undefined && begin === undefined) return null;
    throw usageError('--count and --begin go with --sheet.');
  }
  const isPaper = (text: string): text is SheetPaper => Object.hasOwn(sheetPapers, text);
  if (!isPaper(paper)) throw usageError(`--sheet takes ${Object.keys(sheetPapers).join(' or ')}.`);
  const labelsPerSheet = sheetCounts.find((one) => String(one) === (count ?? '4'));
  if (labelsPerSheet === undefined) throw usageError(`--count takes ${sheetCounts.join(', ')}.`);
  const firstPosition = Number(begin ?? 1);
  if (!Number.isInteger(firstPosition) || firstPosition < 1 || firstPosition > labelsPerSheet)
    throw usageError(`--begin takes the place of a label on the sheet, from 1 to ${labelsPerSheet}.`);
  return { paper, count: labelsPerSheet, begin: firstPosition };
}
