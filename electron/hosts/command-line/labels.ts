import { resolve } from 'node:path';
import type { Command } from './command.ts';
import { dataOption, folderOf, withReader } from './data-folder.ts';
import { demanded } from './given.ts';

/** Writes one PDF with the label of every label order that has a number; what cannot be drawn is named. */
export const labels: Command = {
  summary: 'writes the labels of all label orders that have a number, as one PDF',
  usage: '--data DIR --out FILE.pdf',
  options: { ...dataOption, out: { type: 'string' } },
  words: [0, 0],
  run(given, around) {
    const path = resolve(demanded(given, 'out'));
    return withReader(around, { folder: folderOf(given) }, async (desk) => {
      desk.onEvent(({ event }) => {
        if (event.kind === 'labels') around.say(`\rdrawn ${event.done} of ${event.of} labels`);
      });
      const written = await desk.ask('labels.pdf', { path });
      around.say('\n');
      await around.print(written);
      return written.problems.length > 0 ? 2 : 0;
    });
  },
};
