import { app, dialog, type BrowserWindow } from 'electron';
import type { SystemPrinters } from '../../printers/system-printer.ts';
import type { ChooseDevice } from '../../rpc/printing/printer-handlers.ts';
import type { PrintJobs } from './print-jobs.ts';
import type { SystemAnswers } from './system-answers.ts';
import { systemPrinters } from './system-printers.ts';

/** What the system of this machine brings to print on: its own printers, and the devices that printers hang on. */
export const systemPaper = (
  papers: PrintJobs,
  owner: () => BrowserWindow,
  after: (ms: number, run: () => void) => () => void,
  answers: SystemAnswers,
): { systemPrinters: SystemPrinters; chooseDevice?: ChooseDevice } => ({
  systemPrinters: onceReady(systemPrinters(papers, owner, after, answers)),
  // of this platform alone: elsewhere a printer on a cable is one of the system
  ...(process.platform === 'linux' && { chooseDevice: () => chooseDevice(owner()) }),
});

/** A desk is open before the program may have windows. */
const onceReady = ({ list, print }: SystemPrinters): SystemPrinters => ({
  list: () => app.whenReady().then(list),
  print: (...given) => app.whenReady().then(() => print(...given)),
});

/** Null where a person chose none. */
async function chooseDevice(owner: BrowserWindow): Promise<string | null> {
  const { filePaths } = await dialog.showOpenDialog(owner, { defaultPath: '/dev/usb', properties: ['openFile'] });
  return filePaths[0] ?? null;
}
