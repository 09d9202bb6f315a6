import { BrowserWindow, type WebContents } from 'electron';
import type { PendingPages } from './print-jobs.ts';

/**
 * Loads a page in a hidden window while it is printed: resolves with the result of `print`, or of `failed` with the
 * reason. The page runs no script and has no preload. Prints drawn labels instead of their PDF, since Chromium's PDF
 * plugin has printed blank pages.
 */
export async function printInHiddenWindow<T>(
  page: Uint8Array<ArrayBuffer>,
  pendingPages: PendingPages,
  owner: BrowserWindow | null,
  print: (contents: WebContents) => Promise<T>,
  onFailure: (said: string) => T,
): Promise<T> {
  const address = pendingPages.add(page);
  const window = new BrowserWindow({
    show: false,
    ...(owner && { parent: owner }),
    title: 'Parcel Desk',
    webPreferences: {
      devTools: false,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      javascript: false,
      spellcheck: false,
    },
  });
  const endWithOwner = (): void => window.destroy();
  owner?.once('closed', endWithOwner);
  try {
    const gone = new Promise<T>((resolve) => {
      window.once('closed', () => resolve(onFailure('The window was closed.')));
      window.webContents.once('render-process-gone', (_event, { reason }) => resolve(onFailure(reason)));
    });
    const printed = window.loadURL(address).then(() => print(window.webContents));
    return await Promise.race([printed, gone]);
  } catch (error) {
    return onFailure(error instanceof Error ? error.message : String(error));
  } finally {
    pendingPages.forget(address);
    owner?.off('closed', endWithOwner);
    // only now: closing a window before its printer has answered cancels the print job
    if (!window.isDestroyed()) window.destroy();
  }
}
