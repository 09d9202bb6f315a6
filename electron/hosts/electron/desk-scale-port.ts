import { makeVisible } from '../../../shared/text/invisible-text.ts';
import { callDesk, type ScreenDesk } from '../../desk/calls/screen-desk.ts';
import { type FoundPort, scalePort } from './scale-port.ts';
import { type ShellTexts, textsOfDesk } from './shell-texts.ts';
import { dialog, type BrowserWindow, app } from 'electron';
import { join } from 'node:path';

/** A dialog has no space for more ports. */
const maxPorts = 12;

/** Asks a person which port the scale is on. */
export async function chooseScale(
  window: BrowserWindow,
  ports: readonly FoundPort[],
  words: ShellTexts['scale'],
): Promise<FoundPort | null> {
  const shown = ports.slice(0, maxPorts);
  const names = shown.map(({ portName, displayName }) =>
    makeVisible(displayName && displayName !== portName ? `${displayName} (${portName})` : portName).slice(0, 80),
  );
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    title: 'Parcel Desk',
    message: shown.length > 0 ? words.message : words.none,
    detail: shown.length > 0 ? words.detail : '',
    buttons: [...names, words.no],
    defaultId: names.length,
    cancelId: names.length,
    noLink: true,
  });
  return shown[response] ?? null;
}

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
