import { join } from 'node:path';
import { app, type BrowserWindow } from 'electron';
import { callDesk, type ScreenDesk } from '../../rpc/screens/screen-desk.ts';
import { chooseScale } from './choose-scale.ts';
import { scalePort } from './scale-port.ts';
import { textsOfDesk } from './shell-words.ts';

/** The scale's port for a desk's window: a person is asked only if the settings name a scale. */
export const deskScalePort = (
  home: string,
  window: () => BrowserWindow,
  opening: Promise<Pick<ScreenDesk, 'call'>>,
): ReturnType<typeof scalePort> =>
  scalePort(join(home, 'scale-port.json'), {
    isSetUp: async () => (await callDesk(await opening, 'settings.get', {}))?.scale !== 'none',
    ask: async (ports) => chooseScale(window(), ports, (await textsOfDesk(await opening, app.getLocale())).scale),
  });
