import type { DialogPaper, DialogResult } from '../../desk/handlers/print-labels.ts';
import type { ChooseDevice } from '../../desk/handlers/printer-handlers.ts';
import type { SystemPrinters } from '../../printing/printers/system-printer.ts';
import type { PendingPages } from './answer-page.ts';
import type { PrintSystemCalls } from './print-system-calls.ts';
import { type WebContentsPrintOptions, BrowserWindow, type WebContents, app, dialog } from 'electron';

/** Print options for label paper of a size (mm): no margins, size in micrometres as Electron expects. */
export const labelPaper = ({
  width,
  height,
}: {
  width: number;
  height: number;
}): Pick<WebContentsPrintOptions, 'margins' | 'pageSize'> => ({
  margins: { marginType: 'none' },
  pageSize: { width: Math.round(width * 1000), height: Math.round(height * 1000) },
});

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

/** Timeout for the system's list of printers (ms). */
const listMs = 5000;

const optionsOf = (on: DialogPaper): Pick<WebContentsPrintOptions, 'margins' | 'pageSize'> =>
  typeof on === 'string'
    ? { margins: { marginType: 'default' }, pageSize: on }
    : labelPaper({ width: on.widthMm, height: on.heightMm });

/** Shows the system's print dialog for a page, and returns the result. */
export const printPage = (
  page: Uint8Array<ArrayBuffer>,
  on: DialogPaper,
  papers: PendingPages,
  owner: BrowserWindow,
  answers: PrintSystemCalls,
): Promise<DialogResult> =>
  printInHiddenWindow(
    page,
    papers,
    owner,
    (contents) => printContents(contents, on, answers),
    (said): DialogResult => ({ end: 'failed', said }),
  );

async function printContents(contents: WebContents, on: DialogPaper, answers: PrintSystemCalls): Promise<DialogResult> {
  const said = await new Promise<string | null>((resolve) => {
    contents.print({ silent: false, printBackground: true, ...optionsOf(on) }, (success, reason) =>
      resolve(success ? null : reason),
    );
  });
  if (said === null) return { end: 'handed-over' };
  if (/cancel/i.test(said)) return { end: 'cancelled' };
  const known = await answers.trackWithin(contents.getPrintersAsync(), listMs);
  return { end: known?.length === 0 ? 'no-printer' : 'failed', said };
}

/** Maximum lifetime of a label's window (ms), in case the system never answers. */
const printTimeoutMs = 100_000;

/** System printers through Electron: silent, one label after the other, each on paper of its own size. */
export function systemPrinters(
  papers: PendingPages,
  owner: () => BrowserWindow,
  after: (ms: number, run: () => void) => () => void,
  answers: Pick<PrintSystemCalls, 'of'>,
): SystemPrinters {
  let lastPrint: Promise<unknown> = Promise.resolve();

  async function print(
    name: string,
    page: Uint8Array,
    paper: { width: number; height: number },
  ): Promise<string | null> {
    const printSilently = (contents: WebContents): Promise<string | null> =>
      new Promise((resolve, reject) => {
        const cancel = after(printTimeoutMs, () => resolve('The system did not say what became of it.'));
        const options = { silent: true, deviceName: name, copies: 1, printBackground: true, ...labelPaper(paper) };
        const outcome = new Promise<string | null>((told) => {
          contents.print(options, (success, reason) => told(success ? null : reason || 'The system did not take it.'));
        });
        answers.of(outcome).finally(cancel).then(resolve, reject);
      });
    return printInHiddenWindow(Uint8Array.from(page), papers, null, printSilently, (said): string | null => said);
  }

  return {
    async list() {
      const known = await answers.of(owner().webContents.getPrintersAsync());
      return known.map(({ name, displayName, description, options }) => ({
        name,
        displayName: displayName || name,
        about: modelIn(options) || description || '',
      }));
    },
    print(name, page, paper) {
      const done = lastPrint.then(() => print(name, page, paper));
      lastPrint = done.catch(() => undefined);
      return done;
    },
  };
}

/** CUPS reports the model in the printer's options, which Electron does not type. */
function modelIn(options: unknown): string {
  const model: unknown =
    options !== null && typeof options === 'object' && Reflect.get(options, 'printer-make-and-model');
  return typeof model === 'string' ? model : '';
}

/** Printing by the system of this machine: its own printers, and the choice of printer devices. */
export const systemPrinting = (
  papers: PendingPages,
  owner: () => BrowserWindow,
  after: (ms: number, run: () => void) => () => void,
  answers: PrintSystemCalls,
): { systemPrinters: SystemPrinters; chooseDevice?: ChooseDevice } => ({
  systemPrinters: onceReady(systemPrinters(papers, owner, after, answers)),
  // only on Linux: elsewhere a printer on a cable is a system printer
  ...(process.platform === 'linux' && { chooseDevice: () => chooseDevice(owner()) }),
});

/** A desk may be open before Electron can create windows. */
const onceReady = ({ list, print }: SystemPrinters): SystemPrinters => ({
  list: () => app.whenReady().then(list),
  print: (...given) => app.whenReady().then(() => print(...given)),
});

/** Null if the person chose none. */
async function chooseDevice(owner: BrowserWindow): Promise<string | null> {
  const { filePaths } = await dialog.showOpenDialog(owner, { defaultPath: '/dev/usb', properties: ['openFile'] });
  return filePaths[0] ?? null;
}
