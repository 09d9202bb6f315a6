import type { PaperGiven } from '../../shared/paper/paper.ts';
import { toasts } from '../state/toasts.svelte.ts';
import { sayProblem } from '../texts/say.svelte.ts';
import { ask } from '../transport/desk.ts';
import { download } from '../transport/download.ts';
import { printTask } from './print-task.svelte.ts';

/** Puts paper before the print dialog. */
export async function printPaper(paper: PaperGiven): Promise<void> {
  const drawn = await ask('paper.pages', { paper });
  if (drawn.ok) await printTask.printPages(drawn.value.pages);
  else toasts.say(() => sayProblem(drawn.problem), 'no');
}

/** Hands paper to the person as a PDF. */
export async function savePaper(name: string, paper: PaperGiven): Promise<void> {
  const made = await ask('paper.file', { name, paper });
  if (made.ok) download(made.value);
  else toasts.say(() => sayProblem(made.problem), 'no');
}
