import type { BrowserWindow, WebContents } from 'electron';
import type { SystemPrinters } from '../../printers/system-printer.ts';
import { labelPaper } from './label-paper.ts';
import { onPaperWindow } from './paper-window.ts';
import type { PrintJobs } from './print-jobs.ts';
import type { SystemAnswers } from './system-answers.ts';

/** How long the window of a label lives at most (ms): a system that never answers keeps none. */
const longestMs = 100_000;

/** Printers of the system as Electron prints on them: silently, one after the other, each label on paper of its own size. */
export function systemPrinters(
  papers: PrintJobs,
  owner: () => BrowserWindow,
  after: (ms: number, run: () => void) => () => void,
  answers: Pick<SystemAnswers, 'of'>,
): SystemPrinters {
  let turn: Promise<unknown> = Promise.resolve();

  async function print(
    name: string,
    page: Uint8Array,
    paper: { width: number; height: number },
  ): Promise<string | null> {
    const silently = (contents: WebContents): Promise<string | null> =>
      new Promise((resolve, reject) => {
        const cancel = after(longestMs, () => resolve('The system did not say what became of it.'));
        const options = { silent: true, deviceName: name, copies: 1, printBackground: true, ...labelPaper(paper) };
        const said = new Promise<string | null>((told) => {
          contents.print(options, (success, reason) => told(success ? null : reason || 'The system did not take it.'));
        });
        answers.of(said).finally(cancel).then(resolve, reject);
      });
    return onPaperWindow(Uint8Array.from(page), papers, null, silently, (said): string | null => said);
  }

  return {
    async list() {
      const known = await answers.of(owner().webContents.getPrintersAsync());
      return known.map(({ name, displayName, description, options }) => ({
        name,
        shown: displayName || name,
        about: modelIn(options) || description || '',
      }));
    },
    print(name, page, paper) {
      const done = turn.then(() => print(name, page, paper));
      turn = done.catch(() => undefined);
      return done;
    },
  };
}

/** CUPS tells it among the printer's options, for which Electron has no type. */
function modelIn(options: unknown): string {
  const model: unknown =
    options !== null && typeof options === 'object' && Reflect.get(options, 'printer-make-and-model');
  return typeof model === 'string' ? model : '';
}
