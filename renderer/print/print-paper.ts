import type { PaperInput } from '../../shared/paper/paper.ts';
import { labelChoices } from './label-choices.svelte.ts';
import { toasts } from '../state/toasts.svelte.ts';
import { sayProblem } from '../texts/say.svelte.ts';
import { ask } from '../transport/desk.ts';
import { download } from '../transport/download.ts';
import { printTask } from './print-task.svelte.ts';

/** Uses the paper of this desk's office printer unless `paper` names another. */
const onOfficePaper = (paper: PaperInput): PaperInput => ({ on: labelChoices.now.paper, ...paper });

/** Opens the print dialog for these papers. */
export async function printPaper(...papers: PaperInput[]): Promise<void> {
  const pages: string[] = [];
  for (const paper of papers) {
    const drawn = await ask('paper.pages', { paper: onOfficePaper(paper), before: pages.length });
    if (!drawn.ok) return toasts.show(() => sayProblem(drawn.problem), 'no');
    pages.push(...drawn.value.pages);
  }
  await printTask.printPages(pages);
}

/** Downloads a paper as PDF. */
export async function savePaper(name: string, paper: PaperInput): Promise<void> {
  const made = await ask('paper.file', { name, paper: onOfficePaper(paper) });
  if (made.ok) download(made.value);
  else toasts.show(() => sayProblem(made.problem), 'no');
}
