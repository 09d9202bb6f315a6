import type { BrowserWindow, WebContents, WebContentsPrintOptions } from 'electron';
import type { DialogPaper, DialogResult } from '../../rpc/labels/print-labels.ts';
import { labelPaper } from './label-paper.ts';
import { printInHiddenWindow } from './paper-window.ts';
import type { PendingPages } from './print-jobs.ts';
import type { PrintSystemCalls } from './system-answers.ts';

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
