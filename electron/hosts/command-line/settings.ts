import { folderSettings } from '../../../shared/settings/settings.ts';
import type { Command } from './command.ts';
import { dataOption, dataFolder, withDesk } from './data-folder.ts';
import { settingOptions } from './options.ts';
import { resolve } from 'node:path';

/** Prints the settings of a data folder, after storing the given ones. */
export const settings: Command = {
  summary: 'tells the settings of a data folder, and stores those that are given',
  usage: '--data DIR [--set name=value]…',
  options: { ...dataOption, set: { type: 'string', multiple: true } },
  argumentCount: [0, 0],
  run(args, context) {
    const values = settingOptions(args);
    for (const name of folderSettings) {
      const folder = values[name];
      // absolute, since the desk may be started in another directory next time
      if (typeof folder === 'string' && folder !== '') values[name] = resolve(folder);
    }
    return withDesk(context, { folder: dataFolder(args) }, async (desk) => {
      await context.print(await desk.ask('settings.set', { values }));
      return 0;
    });
  },
};
