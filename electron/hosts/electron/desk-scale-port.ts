import { makeVisible } from '../../../shared/text/invisible-text.ts';
import { callDesk, type ScreenDesk } from '../../desk/calls/screen-desk.ts';
import { type FoundPort, scalePort } from './scale-port.ts';
import { type ShellTexts, textsOfDesk } from './shell-texts.ts';
import { dialog, type BrowserWindow, app } from 'electron';
import { join } from 'node:path';

/** The dialog has no space for more ports. */
const maxPorts = 12;

/** Asks a person which port the scale is on. */
export async function chooseScale(
  window: BrowserWindow,
  ports: readonly FoundPort[],
  texts: ShellTexts['scale'],
): Promise<FoundPort | null> {
  const shownPorts = ports.slice(0, maxPorts);
  const names = shownPorts.map(({ portName, displayName }) =>
    makeVisible(displayName && displayName !== portName ? `${displayName} (${portName})` : portName).slice(0, 80),
  );
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    title: 'Parcel Desk',
    message: shownPorts.length > 0 ? texts.message : texts.none,
    detail: shownPorts.length > 0 ? texts.detail : '',
    buttons: [...names, texts.no],
    defaultId: names.length,
    cancelId: names.length,
    noLink: true,
  });
  return shownPorts[response] ?? null;
}

/** The scale's port for a desk's window: a person is asked only if the settings name a scale. */
export const deskScalePort = (
  home: string,
  window: () => BrowserWindow,
  deskPromise: Promise<Pick<ScreenDesk, 'call'>>,
): ReturnType<typeof scalePort> =>
  scalePort(join(home, 'scale-port.json'), {
    isSetUp: async () => (await callDesk(await deskPromise, 'settings.get', {}))?.scale !== 'none',
    ask: async (ports) => chooseScale(window(), ports, (await textsOfDesk(await deskPromise, app.getLocale())).scale),
  });
