import { dialog, type BrowserWindow } from 'electron';
import type { ShellWords } from './shell-words.ts';

/** Asks the person whether a printer stands at an address that a page named: one may have been put there by a page, and not by them. */
export async function confirmPrinter(
  owner: BrowserWindow,
  words: ShellWords['printer'],
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
