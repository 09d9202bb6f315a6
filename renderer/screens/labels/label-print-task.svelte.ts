import type { Output } from '../../../shared/contract/desk-contract.ts';
import type { DrawnContent, LabelFault, LabelFile } from '../../../shared/contract/label-procedures.ts';
import type { Result } from '../../../shared/contract/problem.ts';
import { choices } from '../../choices/choices.svelte.ts';
import { labelChoices, type LabelSheet } from '../../print/label-choices.svelte.ts';
import { command } from '../../state/commands.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { format } from '../../texts/format.svelte.ts';
import { sayProblem, t } from '../../texts/say.svelte.ts';
import { ask } from '../../transport/desk.ts';
import { urlOfFile, download } from '../../transport/download.ts';
import { labelBoard as board } from './label-board.svelte.ts';

const countParam = (count: number) => ({ count: format.number(count) });

/** Names the labels that were left out, then those that were drawn with a problem. */
function sayFaults(faults: readonly LabelFault[]): string {
  const { leftOut, notComplete } = t().labels;
  return [true, false]
    .map((stops) => new Map(faults.filter((fault) => fault.stops === stops).map(({ id, key }) => [id, key])))
    .flatMap((keys, at) => {
      const [firstProblem] = keys.values();
      const count = format.number(keys.size);
      return firstProblem === undefined ? [] : [`${(at === 0 ? leftOut : notComplete)({ count })}: ${firstProblem}`];
    })
    .join('\n');
}

/** Prints the selected labels or saves them to a file, and records whether they were printed. */
class LabelPrintTask {
  /** the operation in progress; a print dialog can stay open indefinitely */
  operation = $state<'drawing' | 'dialog' | null>(null);
  /** labels handed to a printer or saved, and not confirmed as printed yet */
  unconfirmed = $state.raw<string[]>([]);
  /** what was drawn of them; of labels that are only asked about it is unknown */
  #drawn: readonly DrawnContent[] = [];
  /** why labels that are already on paper are reprinted */
  #reason = '';

  async printSelected(reason = ''): Promise<void> {
    this.#reason = reason;
    if (desk.state?.printers) await this.#printByHost();
    else await this.#printInBrowser();
  }

  async saveFile(reason = ''): Promise<void> {
    this.#reason = reason;
    await this.#draw(
      'drawing',
      (input) => ask('labels.document', this.#withSheet(input)),
      ({ file, places }) => {
        labelChoices.advanceSheet(places);
        download(file);
      },
    );
  }

  /** Cancels drawing; nothing was handed to a printer. */
  async stopDrawing(): Promise<void> {
    const answer = await ask('labels.stop', {});
    if (!answer.ok) toasts.show(() => sayProblem(answer.problem), 'no');
  }

  /** Adds the sheet layout to a PDF or print dialog, if this desk prints on sheets. */
  #withSheet<Wanted>(input: Wanted): Wanted & { sheet?: LabelSheet } {
    const { sheet } = labelChoices.current;
    return { ...input, ...(sheet && { sheet }) };
  }

  /** Asks whether the selected labels were printed, without printing them: after a restore the paper may exist. */
  async askIfPrinted(): Promise<void> {
    this.#reason = '';
    this.#drawn = [];
    this.unconfirmed = await board.loadSelectedIds();
  }

  async markPrinted(): Promise<void> {
    const ids = this.unconfirmed;
    const answer = await command('labels.printed', ids.join(' ').slice(0, 2000), {
      ids,
      drawn: [...this.#drawn],
      reason: this.#reason,
    });
    if (!answer.ok) return toasts.show(() => sayProblem(answer.problem), 'no');
    toasts.show(() => t().labels.markedPrinted({ count: format.number(answer.value.ids.length) }));
    this.unconfirmed = [];
  }

  /** Marks the selected labels as not printed: they become ready again. */
  async markNotPrinted(): Promise<void> {
    const ids = await board.loadSelectedIds();
    if (ids.length === 0) return;
    const answer = await command('labels.notPrinted', ids.join(' ').slice(0, 2000), { ids });
    if (!answer.ok) return toasts.show(() => sayProblem(answer.problem), 'no');
    toasts.show(() => t().labels.readyAgain({ count: format.number(answer.value.ids.length) }));
  }

  /** The host shows the system's print dialog and reports the result. */
  async #printByHost(): Promise<void> {
    await this.#draw(
      'dialog',
      (input): Promise<Result<Output<'labels.print'>>> => ask('labels.print', this.#withSheet(input)),
      ({ end, labels, places }) => {
        if (end === 'handed-over') labelChoices.advanceSheet(places);
        if (end === 'handed-over') toasts.show(() => t().labels.handedOver(countParam(labels)));
        else toasts.show(() => t().labels.notPrinted, 'ask');
        return end === 'handed-over';
      },
    );
  }

  /** A browser prints from a separate window and reports no result. */
  async #printInBrowser(): Promise<void> {
    if (this.operation) return;
    // opened in the key handler itself, because browsers block windows opened later
    const printWindow = window.open('', '_blank');
    const isDrawn = await this.#draw(
      'drawing',
      (input) => ask('labels.document', this.#withSheet(input)),
      ({ file, places }) => {
        labelChoices.advanceSheet(places);
        toasts.show(() => (printWindow ? t().labels.opened : t().labels.noWindow), printWindow ? undefined : 'ask');
        if (printWindow) printWindow.location.href = urlOfFile(file);
        else download(file);
      },
    );
    if (!isDrawn) printWindow?.close();
  }

  /**
   * Draws the selected labels and passes them to `handleResult`, which returns false if nothing was printed. Returns
   * whether any were drawn.
   */
  async #draw<T extends Pick<LabelFile, 'drawn' | 'problems'>>(
    operation: 'drawing' | 'dialog',
    request: (input: { ids: string[]; reversed: boolean; operator: string }) => Promise<Result<T>>,
    handleResult: (drawn: T) => boolean | void,
  ): Promise<boolean> {
    if (this.operation) return false;
    this.operation = operation;
    try {
      const ids = await board.loadSelectedIds();
      if (ids.length === 0) return false;
      const answer = await request({ ids, reversed: labelChoices.current.reversed, operator: choices.operator });
      if (!answer.ok) {
        toasts.show(() => sayProblem(answer.problem), 'no');
        return false;
      }
      const { drawn, problems } = answer.value;
      if (problems.length > 0)
        toasts.show(() => sayFaults(problems), problems.some(({ stops }) => stops) ? 'no' : 'ask');
      if (handleResult(answer.value) !== false) {
        const onPaper = new Set(drawn.map(({ id }) => id));
        this.#drawn = drawn;
        this.unconfirmed = ids.filter((id) => onPaper.has(id));
      }
      return true;
    } finally {
      this.operation = null;
      board.progress = null;
    }
  }
}

export const labelPrintTask = new LabelPrintTask();
