import type { Output } from '../../../shared/contract/desk-contract.ts';
import { ProblemError, problem, type Result } from '../../../shared/contract/problem.ts';
import type { SheetPaper } from '../../../shared/printing/label-sizes.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import type { ShowDialog } from '../calls/dialog-gate.ts';
import type { ScreenDesk } from '../calls/screen-desk.ts';

/** Result of a print dialog; `said` is the system's message. */
export type DialogResult = { end: 'handed-over' | 'cancelled' } | { end: 'no-printer' | 'failed'; said: string };

/** Paper of a page: labels of a size (mm), or paper for people. */
export type DialogPaper = { widthMm: number; heightMm: number } | SheetPaper;

/** Shows the host's print dialog for a page; resolves when the person and the printer have finished. */
export type PrintWithDialog = (page: Uint8Array<ArrayBuffer>, on: DialogPaper) => Promise<DialogResult>;

/** Prints labels and sheets, if the host has printers; `turns` is shared by all dialogs of the host. */
export function printHandlers(
  desk: Pick<ScreenDesk, 'call' | 'takeFile'>,
  print: PrintWithDialog | null,
  showDialog: ShowDialog,
): Pick<Handlers<'desk'>, 'labels.print' | 'sheet.print'> {
  async function withDialog<T>(task: (print: PrintWithDialog) => Promise<T>): Promise<T> {
    if (!print) throw problem('printer', 'This host has no printers. Save the PDF and print it.', { reason: 'none' });
    return showDialog(
      () => task(print),
      (reason) =>
        reason === 'dialog-open'
          ? problem('printer', 'A dialog is open already. Answer it first.', { reason: 'busy', said: '' })
          : problem('printer', 'A dialog was closed just now. Press again.', { reason: reason, said: '' }),
    );
  }

  return {
    'labels.print': (input) =>
      withDialog(async (print) => {
        const { file, widthMm, heightMm, ...drawnLabels } = valueOf(await desk.call('labels.paper', input));
        const download = await desk.takeFile(file.id);
        if (!download) throw problem('label', 'The labels that were drawn are gone. Print them again.');
        // In memory, as the dialog's page needs it; the selection and `storeDownload` limit its size.
        const page = new Uint8Array(await new Response(download.body).arrayBuffer());
        return { end: toOutcome(await print(page, { widthMm, heightMm })), ...drawnLabels };
      }),
    'sheet.print': ({ page, on }) =>
      withDialog(async (print) => ({ end: toOutcome(await print(new TextEncoder().encode(page), on)) })),
  };
}

const failureMessages = {
  'no-printer': 'The system knows no printer. Nothing was printed.',
  failed: 'The printer did not take it. Nothing counts as printed.',
};

function toOutcome(dialogResult: DialogResult): 'handed-over' | 'cancelled' {
  if ('said' in dialogResult)
    throw problem('printer', failureMessages[dialogResult.end], { reason: dialogResult.end, said: dialogResult.said });
  return dialogResult.end;
}

function valueOf(result: Result<unknown>): Output<'labels.paper'> {
  if (!result.ok) throw new ProblemError(result.problem);
  return result.value as Output<'labels.paper'>;
}
