import { problem } from '../../../shared/contract/problem.ts';
import { deskFile } from '../../storage/database/desk-file.ts';
import { dataFolderOf } from '../../storage/register/workspace-folders.ts';
import type { Command } from './command.ts';
import { dataOption, dataFolder, withDesk } from './data-folder.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Makes a folder active again that was refused because it is a copy, or because it was restored to another folder. */
export const reopenCommand: Command = {
  summary:
    'works in a refused data folder again: what is not settled counts as maybe taken, the other folder is refused',
  usage: '--data DIR',
  options: dataOption,
  argumentCount: [0, 0],
  async run(args, context) {
    const folder = dataFolder(args);
    // opening it as owner would create a desk in it
    if (!existsSync(join(dataFolderOf(folder), deskFile)))
      throw problem('bad-file', `${folder} holds no desk, so there is none to work in again. Look at its name.`, {
        reason: 'no-desk',
      });
    return withDesk(context, { folder }, async (desk) => {
      await context.print(await desk.ask('desk.reopen', {}));
      return 0;
    });
  },
};
