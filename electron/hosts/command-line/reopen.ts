import type { Command } from './command.ts';
import { dataOption, folderOf, withDesk } from './data-folder.ts';

/** Works in a folder again that was refused because its desk was restored into another one, or because it is a copy. */
export const reopenCommand: Command = {
  summary:
    'works in a refused data folder again: what is not settled counts as maybe taken, the other folder is refused',
  usage: '--data DIR',
  options: dataOption,
  words: [0, 0],
  run: (given, around) =>
    withDesk(around, { folder: folderOf(given) }, async (desk) => {
      await around.print(await desk.ask('desk.reopen', {}));
      return 0;
    }),
};
