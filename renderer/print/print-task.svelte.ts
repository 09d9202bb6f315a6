import type { Output } from '../../shared/contract/desk-contract.ts';
import type { Problem } from '../../shared/contract/problem.ts';
import type { PaperInput } from '../../shared/paper/paper.ts';
import { desk } from '../state/desk-watch.svelte.ts';
import { toasts } from '../state/toasts.svelte.ts';
import { sayProblem, t } from '../texts/say.svelte.ts';
import { ask } from '../transport/desk.ts';
import { download } from '../transport/download.ts';
import { labelChoices } from './label-choices.svelte.ts';
import { tick } from 'svelte';

export const sheets = ['keys', 'codes', 'badges', 'recovery', 'pages'] as const;
export type Sheet = (typeof sheets)[number];
export type Recovery = Output<'backup.sheet'>;

/** The sheet being printed; rendered only while it is printed. */
class PrintTask {
  sheet = $state.raw<Sheet | null>(null);
  /** The key that opens locked copies; in the page only while it is printed. */
  recovery = $state.raw<Recovery | null>(null);
  /** Pages drawn by the desk. */
  pages = $state.raw<readonly string[]>([]);
  /** Element in which the sheet is rendered while it is printed. */
  sheetElement: Element | null = null;

  /** Opens the host's print dialog, if it has one, or the browser's, which can also save a PDF. */
  async print(sheet: Sheet): Promise<void> {
    if (this.sheet !== null) {
      toasts.show(() => t().sheets.dialogOpen, 'ask');
      return;
    }
    this.sheet = sheet;
    try {
      await tick();
      await waitForImages(this.sheetElement);
      if (desk.desk?.printers) await this.#printByHost();
      else await printInBrowser();
    } finally {
      this.sheet = null;
    }
  }

  async printRecovery(recovery: Recovery): Promise<void> {
    this.recovery = recovery;
    try {
      await this.print('recovery');
    } finally {
      this.recovery = null;
    }
  }

  async printPages(pages: readonly string[]): Promise<void> {
    this.pages = pages;
    try {
      await this.print('pages');
    } finally {
      this.pages = [];
    }
  }

  async #printByHost(): Promise<void> {
    if (!this.sheetElement) return;
    const printed = await ask('sheet.print', { page: toStandalonePage(this.sheetElement), on: labelChoices.now.paper });
    if (!printed.ok) toasts.show(() => sayNotPrinted(printed.problem), 'no');
    else if (printed.value.end === 'handed-over') toasts.show(() => t().sheets.handedOver);
    else toasts.show(() => t().sheets.cancelled, 'ask');
  }
}

/** Waits for the images: a sheet printed earlier lacks them. */
async function waitForImages(sheet: Element | null): Promise<void> {
  await Promise.all([...(sheet?.querySelectorAll('img') ?? [])].map((picture) => picture.decode()));
}

async function printInBrowser(): Promise<void> {
  const done = new Promise((end) => window.addEventListener('afterprint', end, { once: true }));
  try {
    window.print();
    await done;
  } catch {
    toasts.show(() => t().sheets.cannotPrint, 'no');
  }
}

function sayNotPrinted(problem: Problem): string {
  const { reason = '', said = '' } = problem.params ?? {};
  if (problem.kind !== 'printer' || reason === 'busy') return sayProblem(problem);
  return reason === 'no-printer' ? t().sheets.noPrinter : t().sheets.failed({ said: String(said) });
}

export const printTask = new PrintTask();

/**
 * A rendered sheet as a standalone page with all styles of the desk, for a host that prints it from a hidden window.
 */
function toStandalonePage(sheet: Element): string {
  const styles = [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .map(({ cssText }) => cssText)
    .join('\n');
  // Created in an inert document but not inserted into it: inside a document, the styles would be checked against this
  // page's CSP, which refuses them.
  const apart = document.createElement('template').content.ownerDocument;
  const page = apart.createElement('html');
  page.lang = document.documentElement.lang;
  const [head, body] = [apart.createElement('head'), apart.createElement('body')];
  const [title, style] = [apart.createElement('title'), apart.createElement('style')];
  title.textContent = document.title;
  style.textContent = styles;
  head.append(title, style);
  body.append(apart.importNode(sheet, true));
  page.append(head, body);
  return `<!doctype html><meta charset="utf-8">${page.outerHTML}`;
}

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
