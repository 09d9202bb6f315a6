import { join } from 'node:path';
import { app, type BrowserWindow } from 'electron';
import { askDesk, type ScreenDesk } from '../../rpc/screens/screen-desk.ts';
import { chooseScale } from './choose-scale.ts';
import { scalePort } from './scale-port.ts';
import { wordsOfDesk } from './shell-words.ts';

/** The scale's port for a desk's window: a person is asked only if the settings name a scale. */
export const scaleOfDesk = (
  home: string,
  window: () => BrowserWindow,
  opening: Promise<Pick<ScreenDesk, 'call'>>,
): ReturnType<typeof scalePort> =>
  scalePort(join(home, 'scale-port.json'), {
    isSetUp: async () => (await askDesk(await opening, 'settings.get', {}))?.scale !== 'none',
    ask: async (ports) => chooseScale(window(), ports, (await wordsOfDesk(await opening, app.getLocale())).scale),
  });
