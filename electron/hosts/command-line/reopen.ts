import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { problem } from '../../../shared/contract/problem.ts';
import { deskFile } from '../../database/desk-file.ts';
import { dataFolderOf } from '../../workspaces/workspace.ts';
import type { Command } from './command.ts';
import { dataOption, folderOf, withDesk } from './data-folder.ts';

/** Resumes work in a folder that was refused because its desk was restored elsewhere, or because it is a copy. */
export const reopenCommand: Command = {
  summary:
    'works in a refused data folder again: what is not settled counts as maybe taken, the other folder is refused',
  usage: '--data DIR',
  options: dataOption,
  words: [0, 0],
  async run(given, around) {
    const folder = folderOf(given);
    // opening it as owner would create a desk in it
    if (!existsSync(join(dataFolderOf(folder), deskFile)))
      throw problem('bad-file', `${folder} holds no desk, so there is none to work in again. Look at its name.`, {
        reason: 'no-desk',
      });
    return withDesk(around, { folder }, async (desk) => {
      await around.print(await desk.ask('desk.reopen', {}));
      return 0;
    });
  },
};
