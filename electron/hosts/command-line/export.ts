import { writeFile } from 'node:fs/promises';
import { entryLists } from '../../../shared/outbox/lists.ts';
import { problem } from '../../../shared/contract/problem.ts';
import { replacePrivately } from '../../private-files/write-private.ts';
import { takeMadeFile } from '../../rpc/screens/made-files.ts';
import { dataFolderOf } from '../../workspaces/workspace.ts';
import type { Command } from './command.ts';
import { dataOption, folderOf, withReader } from './data-folder.ts';
import { misuse, textOf } from './given.ts';
import { kindNamed, sheetOut } from './sheet-out.ts';

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
  words: [1, 1],
  async run(given, around) {
    const what = given.positionals[0] ?? '';
    const kind = what === 'facts' ? undefined : kindNamed(what, ['facts']);
    const { path, as } = sheetOut(given);
    const name = textOf(given, 'list') ?? 'all';
    const list = entryLists.find((one) => one === name);
    if (!list) throw misuse(`--list is one of ${entryLists.join(', ')}.`);
    const search = textOf(given, 'search') ?? '';
    const folder = dataFolderOf(folderOf(given));
    return withReader(around, { folder }, async (desk) => {
      desk.onEvent(({ event }) => {
        if (event.kind === 'export') around.say(`\rexported ${event.done} of ${event.of}`);
      });
      const { file, ...exported } = await desk.ask('entries.export', {
        ...(kind && { kind }),
        as,
        of: { list, search },
      });
      const made = await takeMadeFile(folder, file.id, Date.now());
      if (!made) throw problem('bad-file', 'The file was made, but is no longer there.', { reason: 'write' });
      await replacePrivately(path, (unfinished) => writeFile(unfinished, made.body, { flush: true }));
      await around.print({ path, ...exported });
      return exported.problems.length > 0 ? 2 : 0;
    });
  },
};
