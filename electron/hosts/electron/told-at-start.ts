import { app, dialog } from 'electron';
import { ProblemError } from '../../../shared/contract/problem.ts';

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
