import type { Command } from './command.ts';
import { dataOption, dataFolder, withDesk } from './data-folder.ts';

/** Erases names, addresses and contents of entries settled more than `retentionDays` ago. */
export const erase: Command = {
  summary: 'erases personal data of entries settled more than retentionDays ago',
  usage: '--data DIR',
  options: dataOption,
  argumentCount: [0, 0],
  run: (args, context) =>
    withDesk(context, { folder: dataFolder(args) }, async (desk) => {
      await context.print(await desk.ask('retention.now', {}));
      return 0;
    }),
};
