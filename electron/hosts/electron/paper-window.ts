import { BrowserWindow, type WebContents } from 'electron';
import type { PrintJobs } from './print-jobs.ts';

/**
 * Opens a page in a window nobody sees, for as long as it is printed: `print` answers when the printer has, else `failed` tells why. The page
 * runs no script and has no preload. Drawn labels are printed, not the PDF of them: a PDF is shown by a plugin, whose printing has come out
 * blank.
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
    // only now: a window closed before its printer has answered takes the print job along
    if (!window.isDestroyed()) window.destroy();
  }
}
