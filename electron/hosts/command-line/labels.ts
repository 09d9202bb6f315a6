import { resolve } from 'node:path';
import { sheetCounts, sheetPapers, type SheetCount, type SheetPaper } from '../../../shared/printing/label-sizes.ts';
import type { Command, Given } from './command.ts';
import { dataOption, folderOf, withReader } from './data-folder.ts';
import { demanded, misuse, textOf } from './given.ts';

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
  words: [0, 0],
  run(given, around) {
    const path = resolve(demanded(given, 'out'));
    const sheet = sheetOf(given);
    return withReader(around, { folder: folderOf(given) }, async (desk) => {
      desk.onEvent(({ event }) => {
        if (event.kind === 'labels') around.say(`\rdrawn ${event.done} of ${event.of} labels`);
      });
      const written = await desk.ask('labels.pdf', { path, ...(sheet && { sheet }) });
      around.say('\n');
      await around.print(written);
      return written.problems.length > 0 ? 2 : 0;
    });
  },
};

/** Layout for label sheets of an office printer; null if not requested. */
function sheetOf(given: Given): { paper: SheetPaper; count: SheetCount; begin: number } | null {
  const [paper, count, begin] = ['sheet', 'count', 'begin'].map((name) => textOf(given, name));
  if (paper === undefined) {
    if (count === undefined && begin === undefined) return null;
    throw misuse('--count and --begin go with --sheet.');
  }
  const isPaper = (text: string): text is SheetPaper => Object.hasOwn(sheetPapers, text);
  if (!isPaper(paper)) throw misuse(`--sheet takes ${Object.keys(sheetPapers).join(' or ')}.`);
  const each = sheetCounts.find((one) => String(one) === (count ?? '4'));
  if (each === undefined) throw misuse(`--count takes ${sheetCounts.join(', ')}.`);
  const first = Number(begin ?? 1);
  if (!Number.isInteger(first) || first < 1 || first > each)
    throw misuse(`--begin takes the place of a label on the sheet, from 1 to ${each}.`);
  return { paper, count: each, begin: first };
}
