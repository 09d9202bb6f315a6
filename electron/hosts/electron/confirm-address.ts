import { dialog, type BrowserWindow } from 'electron';
import type { ShellTexts } from './shell-words.ts';

/**
 * Asks the person to confirm an address from a page before the desk connects to it: the page may have set it without
 * them.
 */
export async function confirmAddress(
  owner: BrowserWindow,
  words: ShellTexts['printer' | 'service'],
  address: string,
): Promise<boolean> {
  const { response } = await dialog.showMessageBox(owner, {
    type: 'question',
    title: 'Parcel Desk',
    message: words.message(address),
    detail: words.detail,
    buttons: [words.yes, words.no],
    defaultId: 1,
    cancelId: 1,
  });
  return response === 0;
}
