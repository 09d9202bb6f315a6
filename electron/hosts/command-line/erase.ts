import type { Command } from './command.ts';
import { dataOption, folderOf, withDesk } from './data-folder.ts';

/** Erases all that the setting `retentionDays` covers: names, addresses and contents of entries settled longer ago. */
export const erase: Command = {
  summary: 'erases personal data of entries settled more than retentionDays ago',
  usage: '--data DIR',
  options: dataOption,
  words: [0, 0],
  run: (given, around) =>
    withDesk(around, { folder: folderOf(given) }, async (desk) => {
      await around.print(await desk.ask('retention.now', {}));
      return 0;
    }),
};
