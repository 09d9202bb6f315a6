import { BrowserWindow, type WebContents, type WebContentsPrintOptions } from 'electron';
import type { Paper, PrintEnd } from '../../rpc/labels/print-labels.ts';
import type { PrintJobs } from './print-jobs.ts';

/** Label paper is printed to its edges; its size in micrometres, as Electron takes it. */
const optionsOf = (on: Paper): Pick<WebContentsPrintOptions, 'margins' | 'pageSize'> =>
  on === 'sheet'
    ? { margins: { marginType: 'default' }, pageSize: 'A4' }
    : {
        margins: { marginType: 'none' },
        pageSize: { width: Math.round(on.widthMm * 1000), height: Math.round(on.heightMm * 1000) },
      };

/**
 * Shows the system's print dialog for a page, from a window nobody sees, and tells what came of it. The page runs no script and
 * has no preload. Drawn labels are printed, not the PDF of them: a PDF is shown by a plugin, whose printing has come out blank.
 */
export async function printPage(
  page: Uint8Array<ArrayBuffer>,
  on: Paper,
  papers: PrintJobs,
  owner: BrowserWindow,
): Promise<PrintEnd> {
  const address = papers.add(page);
  const window = new BrowserWindow({
    show: false,
    parent: owner,
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
  owner.once('closed', endWithOwner);
  try {
    const gone = new Promise<PrintEnd>((resolve) => {
      window.once('closed', () => resolve({ end: 'failed', said: 'The window was closed.' }));
      window.webContents.once('render-process-gone', (_event, { reason }) => resolve({ end: 'failed', said: reason }));
    });
    const printed = window.loadURL(address).then(() => printContents(window.webContents, on));
    return await Promise.race([printed, gone]);
  } catch (error) {
    return { end: 'failed', said: error instanceof Error ? error.message : String(error) };
  } finally {
    papers.forget(address);
    owner.off('closed', endWithOwner);
    // only now: a window closed before its printer has answered takes the print job along
    if (!window.isDestroyed()) window.destroy();
  }
}

async function printContents(contents: WebContents, on: Paper): Promise<PrintEnd> {
  const said = await new Promise<string | null>((resolve) => {
    contents.print({ silent: false, printBackground: true, ...optionsOf(on) }, (success, reason) =>
      resolve(success ? null : reason),
    );
  });
  if (said === null) return { end: 'handed-over' };
  if (/cancel/i.test(said)) return { end: 'cancelled' };
  const known = await contents.getPrintersAsync();
  return { end: known.length === 0 ? 'no-printer' : 'failed', said };
}
