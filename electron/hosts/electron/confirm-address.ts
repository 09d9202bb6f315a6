import { dialog, type BrowserWindow } from 'electron';
import type { ShellWords } from './shell-words.ts';

/** Asks the person about an address that a page named, before the desk speaks to what is there: it may have been put there by a page, and not by them. */
export async function confirmAddress(
  owner: BrowserWindow,
  words: ShellWords['printer' | 'service'],
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
