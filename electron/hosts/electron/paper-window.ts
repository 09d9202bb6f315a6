import { BrowserWindow, type WebContents } from 'electron';
import type { PrintJobs } from './print-jobs.ts';

/**
 * Loads a page in a hidden window while it is printed: resolves with the result of `print`, or of `failed` with the
 * reason. The page runs no script and has no preload. Prints drawn labels instead of their PDF, since Chromium's PDF
 * plugin has printed blank pages.
 */
export async function onPaperWindow<T>(
  page: Uint8Array<ArrayBuffer>,
  papers: PrintJobs,
  owner: BrowserWindow | null,
  print: (contents: WebContents) => Promise<T>,
  failed: (said: string) => T,
): Promise<T> {
  const address = papers.add(page);
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
      window.once('closed', () => resolve(failed('The window was closed.')));
      window.webContents.once('render-process-gone', (_event, { reason }) => resolve(failed(reason)));
    });
    const printed = window.loadURL(address).then(() => print(window.webContents));
    return await Promise.race([printed, gone]);
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  } finally {
    papers.forget(address);
    owner?.off('closed', endWithOwner);
    // only now: closing a window before its printer has answered cancels the print job
    if (!window.isDestroyed()) window.destroy();
  }
}
