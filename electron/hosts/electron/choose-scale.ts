import { dialog, type BrowserWindow } from 'electron';
import { makeVisible } from '../../../shared/text/unseen-text.ts';
import type { FoundPort } from './scale-port.ts';
import type { ShellTexts } from './shell-words.ts';

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
