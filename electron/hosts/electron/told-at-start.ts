import { app, dialog } from 'electron';
import { ProblemError } from '../../../shared/contract/problem.ts';

/** The window is shown when the outbox is open; until then a person sees why it is not, as soon as Electron shows dialogs. */
export function sayUpdating({ title, detail }: { title: string; detail: string }): () => void {
  const over = new AbortController();
  void app.whenReady().then(() => {
    if (over.signal.aborted) return;
    void dialog.showMessageBox({ type: 'info', title: 'Parcel Desk', message: title, detail, signal: over.signal });
  });
  return () => over.abort();
}

/** The outbox cannot be opened: a person is told why, and the program ends. */
export function giveUp(error: unknown): void {
  const known = error instanceof ProblemError;
  dialog.showErrorBox('Parcel Desk', known ? error.message : 'Parcel Desk could not start. What was saved is safe.');
  app.exit(1);
}
