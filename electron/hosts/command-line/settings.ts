import { resolve } from 'node:path';
import { placeSettings } from '../../../shared/settings/settings.ts';
import type { Command } from './command.ts';
import { dataOption, folderOf, withDesk } from './data-folder.ts';
import { settingsOf } from './given.ts';

/** Prints the settings of a data folder, after storing the given ones. */
export const settings: Command = {
  summary: 'tells the settings of a data folder, and stores those that are given',
  usage: '--data DIR [--set name=value]…',
  options: { ...dataOption, set: { type: 'string', multiple: true } },
  words: [0, 0],
  run(given, around) {
    const values = settingsOf(given);
    for (const name of placeSettings) {
      const place = values[name];
      // resolved, since the desk may be started in another directory next time
      if (typeof place === 'string' && place !== '') values[name] = resolve(place);
    }
    return withDesk(around, { folder: folderOf(given) }, async (desk) => {
      await around.print(await desk.ask('settings.set', { values }));
      return 0;
    });
  },
};
