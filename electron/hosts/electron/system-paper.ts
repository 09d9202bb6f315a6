import { app, dialog, type BrowserWindow } from 'electron';
import type { SystemPrinters } from '../../printers/system-printer.ts';
import type { ChooseDevice } from '../../rpc/printing/printer-handlers.ts';
import type { PendingPages } from './print-jobs.ts';
import type { PrintSystemCalls } from './system-answers.ts';
import { systemPrinters } from './system-printers.ts';

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
