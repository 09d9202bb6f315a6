import type { Output } from '../../shared/desk-contract.ts';
import { ProblemError, problem, type Result } from '../../shared/problem.ts';
import type { Handlers } from './answer.ts';
import type { ScreenDesk } from './screen-desk.ts';

/** What became of a page that was put before a person and a printer; `said` is the system's own word. */
export type PrintEnd = { end: 'handed-over' | 'cancelled' } | { end: 'no-printer' | 'failed'; said: string };

/** The way a host prints: shows the system's print dialog with a page, and answers when the person and the printer have. */
export type Print = (page: Uint8Array<ArrayBuffer>) => Promise<PrintEnd>;

/** Labels on paper, where the host has printers. One dialog at a time: two over one another hide what belongs to which. */
export function printHandlers(
  desk: Pick<ScreenDesk, 'call' | 'takeFile'>,
  print: Print | null,
): Pick<Handlers<'desk'>, 'labels.print'> {
  let printing = false;

  return {
    async 'labels.print'(wanted) {
      if (!print) throw problem('printer', 'This host has no printers. Save the PDF and print it.', { reason: 'none' });
      if (printing)
        throw problem('printer', 'A print dialog is open already. Answer it first.', { reason: 'busy', said: '' });
      printing = true;
      try {
        const { file, labels, problems } = valueOf(await desk.call('labels.paper', wanted));
        const paper = await desk.takeFile(file.id);
        if (!paper) throw problem('label', 'The labels that were drawn are gone. Print them again.');
        const came = await print(paper.body);
        if ('said' in came) throw problem('printer', sentences[came.end], { reason: came.end, said: came.said });
        return { end: came.end, labels, problems };
      } finally {
        printing = false;
      }
    },
  };
}

const sentences = {
  'no-printer': 'The system knows no printer. Nothing was printed.',
  failed: 'The printer did not take the labels. Nothing counts as printed.',
};

function valueOf(result: Result<unknown>): Output<'labels.paper'> {
  if (!result.ok) throw new ProblemError(result.problem);
  return result.value as Output<'labels.paper'>;
}
