import { writeFile } from 'node:fs/promises';
import { entryLists } from '../../../shared/outbox/lists.ts';
import { problem } from '../../../shared/contract/problem.ts';
import { replacePrivateFile } from '../../private-files/write-private.ts';
import { takeDownload } from '../../rpc/screens/made-files.ts';
import { dataFolderOf } from '../../workspaces/workspace.ts';
import type { Command } from './command.ts';
import { dataOption, dataFolder, withReader } from './data-folder.ts';
import { usageError, optionText } from './given.ts';
import { parseKind, outputSheet } from './sheet-out.ts';

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
    const what = args.positionals[0] ?? '';
    const kind = what === 'facts' ? undefined : parseKind(what, ['facts']);
    const { path, as } = outputSheet(args);
    const name = optionText(args, 'list') ?? 'all';
    const list = entryLists.find((one) => one === name);
    if (!list) throw usageError(`--list is one of ${entryLists.join(', ')}.`);
    const search = optionText(args, 'search') ?? '';
    const folder = dataFolderOf(dataFolder(args));
    return withReader(context, { folder }, async (desk) => {
      desk.onEvent(({ event }) => {
        if (event.kind === 'export') context.sayOnTerminal(`\rexported ${event.done} of ${event.of}`);
      });
      const { file, ...exported } = await desk.ask('entries.export', {
        ...(kind && { kind }),
        as,
        of: { list, search },
      });
      const made = await takeDownload(folder, file.id, Date.now());
      if (!made) throw problem('bad-file', 'The file was made, but is no longer there.', { reason: 'write' });
      await replacePrivateFile(path, (unfinished) => writeFile(unfinished, made.body, { flush: true }));
      await context.print({ path, ...exported });
      return exported.problems.length > 0 ? 2 : 0;
    });
  },
};
