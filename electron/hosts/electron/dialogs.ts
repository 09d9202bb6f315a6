import { ProblemError } from '../../../shared/contract/problem.ts';
import type { ShellTexts } from './shell-texts.ts';
import { dialog, type BrowserWindow, app } from 'electron';

/**
 * Asks a person to confirm an address before the desk connects to it: a page may have set it without their knowledge.
 */
export async function confirmAddress(
  owner: BrowserWindow,
  texts: ShellTexts['printer' | 'service'],
  address: string,
): Promise<boolean> {
  const { response } = await dialog.showMessageBox(owner, {
    type: 'question',
    title: 'Parcel Desk',
    message: texts.message(address),
    detail: texts.detail,
    buttons: [texts.yes, texts.no],
    defaultId: 1,
    cancelId: 1,
  });
  return response === 0;
}

/**
 * Shows a dialog that explains a long start, as soon as Electron can: the window appears only when the desk is open.
 * The returned function closes it.
 */
export function showUpdatingDialog({ title, detail }: { title: string; detail: string }): () => void {
  const closeController = new AbortController();
  void app.whenReady().then(() => {
    if (closeController.signal.aborted) return;
    void dialog.showMessageBox({
      type: 'info',
      title: 'Parcel Desk',
      message: title,
      detail,
      signal: closeController.signal,
    });
  });
  return () => closeController.abort();
}

/** Reports in a dialog why the outbox cannot be opened, and exits. */
export function showErrorAndExit(error: unknown): void {
  const isProblem = error instanceof ProblemError;
  dialog.showErrorBox(
    'Parcel Desk',
    isProblem ? error.message : 'Parcel Desk could not start. What was saved is safe.',
  );
  app.exit(1);
}
