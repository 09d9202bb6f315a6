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
  /** The key that opens encrypted backups. It is in the page only while it is printed. */
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
      if (desk.state?.printers) await this.#printByHost();
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
    const printed = await ask('sheet.print', {
      page: toStandalonePage(this.sheetElement),
      on: labelChoices.current.paper,
    });
    if (!printed.ok) toasts.show(() => describePrintProblem(printed.problem), 'no');
    else if (printed.value.end === 'handed-over') toasts.show(() => t().sheets.handedOver);
    else toasts.show(() => t().sheets.cancelled, 'ask');
  }
}

/** Waits until the images are decoded: a sheet printed earlier would lack them. */
async function waitForImages(sheet: Element | null): Promise<void> {
  await Promise.all([...(sheet?.querySelectorAll('img') ?? [])].map((image) => image.decode()));
}

async function printInBrowser(): Promise<void> {
  const printed = new Promise((end) => window.addEventListener('afterprint', end, { once: true }));
  try {
    window.print();
    await printed;
  } catch {
    toasts.show(() => t().sheets.cannotPrint, 'no');
  }
}

function describePrintProblem(problem: Problem): string {
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
  const inertDocument = document.createElement('template').content.ownerDocument;
  const page = inertDocument.createElement('html');
  page.lang = document.documentElement.lang;
  const [head, body] = [inertDocument.createElement('head'), inertDocument.createElement('body')];
  const [title, style] = [inertDocument.createElement('title'), inertDocument.createElement('style')];
  title.textContent = document.title;
  style.textContent = styles;
  head.append(title, style);
  body.append(inertDocument.importNode(sheet, true));
  page.append(head, body);
  return `<!doctype html><meta charset="utf-8">${page.outerHTML}`;
}

/** Uses the paper of this desk's office printer unless `paper` names another. */
const onOfficePaper = (paper: PaperInput): PaperInput => ({ on: labelChoices.current.paper, ...paper });

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
  const answer = await ask('paper.file', { name, paper: onOfficePaper(paper) });
  if (answer.ok) download(answer.value);
  else toasts.show(() => sayProblem(answer.problem), 'no');
}
