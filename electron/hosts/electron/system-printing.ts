import type { DialogPaper, DialogResult } from '../../desk/handlers/print-dialog-handlers.ts';
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
 * Prints a page from a hidden window; resolves with the result of `print`, or with that of `onFailure`. The page runs
 * no script and has no preload. Labels are printed as drawings, not as PDF, since Chromium's PDF plugin has printed
 * blank pages.
 */
export async function printInHiddenWindow<T>(
  page: Uint8Array<ArrayBuffer>,
  pendingPages: PendingPages,
  owner: BrowserWindow | null,
  print: (contents: WebContents) => Promise<T>,
  onFailure: (message: string) => T,
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
  const destroyWithOwner = (): void => window.destroy();
  owner?.once('closed', destroyWithOwner);
  try {
    const windowGone = new Promise<T>((resolve) => {
      window.once('closed', () => resolve(onFailure('The window was closed.')));
      window.webContents.once('render-process-gone', (_event, { reason }) => resolve(onFailure(reason)));
    });
    const printed = window.loadURL(address).then(() => print(window.webContents));
    return await Promise.race([printed, windowGone]);
  } catch (error) {
    return onFailure(error instanceof Error ? error.message : String(error));
  } finally {
    pendingPages.forget(address);
    owner?.off('closed', destroyWithOwner);
    // not earlier: closing a window before its printer has answered cancels the print job
    if (!window.isDestroyed()) window.destroy();
  }
}

/** Timeout for the system's list of printers (ms). */
const listTimeoutMs = 5000;

const optionsOf = (paper: DialogPaper): Pick<WebContentsPrintOptions, 'margins' | 'pageSize'> =>
  typeof paper === 'string'
    ? { margins: { marginType: 'default' }, pageSize: paper }
    : labelPaper({ width: paper.widthMm, height: paper.heightMm });

/** Shows the system's print dialog for a page, and returns the result. */
export const printPage = (
  page: Uint8Array<ArrayBuffer>,
  paper: DialogPaper,
  pendingPages: PendingPages,
  owner: BrowserWindow,
  printSystem: PrintSystemCalls,
): Promise<DialogResult> =>
  printInHiddenWindow(
    page,
    pendingPages,
    owner,
    (contents) => printContents(contents, paper, printSystem),
    (message): DialogResult => ({ end: 'failed', said: message }),
  );

async function printContents(
  contents: WebContents,
  paper: DialogPaper,
  printSystem: PrintSystemCalls,
): Promise<DialogResult> {
  const message = await new Promise<string | null>((resolve) => {
    contents.print({ silent: false, printBackground: true, ...optionsOf(paper) }, (success, reason) =>
      resolve(success ? null : reason),
    );
  });
  if (message === null) return { end: 'handed-over' };
  if (/cancel/i.test(message)) return { end: 'cancelled' };
  const printers = await printSystem.trackWithin(contents.getPrintersAsync(), listTimeoutMs);
  return { end: printers?.length === 0 ? 'no-printer' : 'failed', said: message };
}

/** Maximum lifetime of a label's window, in case the system never answers. */
const printTimeoutMs = 100_000;

/** System printers through Electron: silent, one label after the other, each on paper of its own size. */
export function systemPrinters(
  pendingPages: PendingPages,
  owner: () => BrowserWindow,
  after: (ms: number, run: () => void) => () => void,
  printSystem: Pick<PrintSystemCalls, 'track'>,
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
        const outcome = new Promise<string | null>((settle) => {
          contents.print(options, (success, reason) =>
            settle(success ? null : reason || 'The system did not take it.'),
          );
        });
        printSystem.track(outcome).finally(cancel).then(resolve, reject);
      });
    return printInHiddenWindow(
      Uint8Array.from(page),
      pendingPages,
      null,
      printSilently,
      (message): string | null => message,
    );
  }

  return {
    async list() {
      const printers = await printSystem.track(owner().webContents.getPrintersAsync());
      return printers.map(({ name, displayName, description, options }) => ({
        name,
        displayName: displayName || name,
        about: modelIn(options) || description || '',
      }));
    },
    print(name, page, paper) {
      const printed = lastPrint.then(() => print(name, page, paper));
      lastPrint = printed.catch(() => undefined);
      return printed;
    },
  };
}

/** CUPS reports the model in the printer's options, which Electron does not type. */
function modelIn(options: unknown): string {
  const model: unknown =
    options !== null && typeof options === 'object' && Reflect.get(options, 'printer-make-and-model');
  return typeof model === 'string' ? model : '';
}

/** The machine's system printers, and the choice of a printer device. */
export const systemPrinting = (
  pendingPages: PendingPages,
  owner: () => BrowserWindow,
  after: (ms: number, run: () => void) => () => void,
  printSystem: PrintSystemCalls,
): { systemPrinters: SystemPrinters; chooseDevice?: ChooseDevice } => ({
  systemPrinters: whenReady(systemPrinters(pendingPages, owner, after, printSystem)),
  // only on Linux: elsewhere a printer on a cable is a system printer
  ...(process.platform === 'linux' && { chooseDevice: () => chooseDevice(owner()) }),
});

/** Delays calls until Electron can create windows, since a desk may be open before. */
const whenReady = ({ list, print }: SystemPrinters): SystemPrinters => ({
  list: () => app.whenReady().then(list),
  print: (...args) => app.whenReady().then(() => print(...args)),
});

/** Null if the person chose none. */
async function chooseDevice(owner: BrowserWindow): Promise<string | null> {
  const { filePaths } = await dialog.showOpenDialog(owner, { defaultPath: '/dev/usb', properties: ['openFile'] });
  return filePaths[0] ?? null;
}
