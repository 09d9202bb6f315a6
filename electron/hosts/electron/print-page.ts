import type { BrowserWindow, WebContents, WebContentsPrintOptions } from 'electron';
import type { Paper, PrintEnd } from '../../rpc/labels/print-labels.ts';
import { labelPaper } from './label-paper.ts';
import { onPaperWindow } from './paper-window.ts';
import type { PrintJobs } from './print-jobs.ts';
import type { SystemAnswers } from './system-answers.ts';

/** Timeout for the system's list of printers (ms). */
const listMs = 5000;

const optionsOf = (on: Paper): Pick<WebContentsPrintOptions, 'margins' | 'pageSize'> =>
  typeof on === 'string'
    ? { margins: { marginType: 'default' }, pageSize: on }
    : labelPaper({ width: on.widthMm, height: on.heightMm });

/** Shows the system's print dialog for a page, and returns the result. */
export const printPage = (
  page: Uint8Array<ArrayBuffer>,
  on: Paper,
  papers: PrintJobs,
  owner: BrowserWindow,
  answers: SystemAnswers,
): Promise<PrintEnd> =>
  onPaperWindow(
    page,
    papers,
    owner,
    (contents) => printContents(contents, on, answers),
    (said): PrintEnd => ({ end: 'failed', said }),
  );

async function printContents(contents: WebContents, on: Paper, answers: SystemAnswers): Promise<PrintEnd> {
  const said = await new Promise<string | null>((resolve) => {
    contents.print({ silent: false, printBackground: true, ...optionsOf(on) }, (success, reason) =>
      resolve(success ? null : reason),
    );
  });
  if (said === null) return { end: 'handed-over' };
  if (/cancel/i.test(said)) return { end: 'cancelled' };
  const known = await answers.within(contents.getPrintersAsync(), listMs);
  return { end: known?.length === 0 ? 'no-printer' : 'failed', said };
}
