import type { BrowserWindow, WebContents } from 'electron';
import type { SystemPrinters } from '../../printers/system-printer.ts';
import { labelPaper } from './label-paper.ts';
import { printInHiddenWindow } from './paper-window.ts';
import type { PendingPages } from './print-jobs.ts';
import type { PrintSystemCalls } from './system-answers.ts';

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
