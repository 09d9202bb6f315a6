import { ProblemError } from '../../../shared/contract/problem.ts';
import type { ShellTexts } from './shell-texts.ts';
import { dialog, type BrowserWindow, app } from 'electron';

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

/**
 * Explains the delay in a dialog, as soon as Electron can show one: the window appears only when the outbox is open.
 * Call the result to close it.
 */
export function showUpdatingDialog({ title, detail }: { title: string; detail: string }): () => void {
  const closing = new AbortController();
  void app.whenReady().then(() => {
    if (closing.signal.aborted) return;
    void dialog.showMessageBox({ type: 'info', title: 'Parcel Desk', message: title, detail, signal: closing.signal });
  });
  return () => closing.abort();
}

/** Reports in a dialog why the outbox cannot be opened, and exits. */
export function showErrorAndExit(error: unknown): void {
  const known = error instanceof ProblemError;
  dialog.showErrorBox('Parcel Desk', known ? error.message : 'Parcel Desk could not start. What was saved is safe.');
  app.exit(1);
}
