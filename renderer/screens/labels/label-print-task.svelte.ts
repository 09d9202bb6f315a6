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
import { addressOfFile, download } from '../../transport/download.ts';
import { labelBoard as board } from './label-board.svelte.ts';

const counted = (count: number) => ({ count: format.number(count) });

/** Names the labels that were left out, then those that were drawn with a problem. */
function sayFaults(faults: readonly LabelFault[]): string {
  const { leftOut, notComplete } = t().labels;
  return [true, false]
    .map((stops) => new Map(faults.filter((fault) => fault.stops === stops).map(({ id, key }) => [id, key])))
    .flatMap((keys, at) => {
      const [first] = keys.values();
      const count = format.number(keys.size);
      return first === undefined ? [] : [`${(at === 0 ? leftOut : notComplete)({ count })}: ${first}`];
    })
    .join('\n');
}

/** Prints the chosen labels or saves them to a file, and records whether they were printed. */
class LabelPrintTask {
  /** operation in progress; a print dialog can stay open indefinitely */
  busy = $state<'drawing' | 'dialog' | null>(null);
  /** labels handed to a printer or saved, and not confirmed as printed yet */
  unconfirmed = $state.raw<string[]>([]);
  /** what was drawn of them; of labels that are only asked about it is unknown */
  #drawn: readonly DrawnContent[] = [];
  /** why labels that were on paper are reprinted */
  #reason = '';

  async print(reason = ''): Promise<void> {
    this.#reason = reason;
    if (desk.desk?.printers) await this.#printByHost();
    else await this.#printInBrowser();
  }

  async save(reason = ''): Promise<void> {
    this.#reason = reason;
    await this.#draw(
      'drawing',
      (wanted) => ask('labels.document', this.#withSheet(wanted)),
      ({ file, places }) => {
        labelChoices.advanceSheet(places);
        download(file);
      },
    );
  }

  /** Cancels drawing; nothing was handed to a printer. */
  async stop(): Promise<void> {
    const answer = await ask('labels.stop', {});
    if (!answer.ok) toasts.show(() => sayProblem(answer.problem), 'no');
  }

  /** Adds the sheet layout to a PDF or print dialog, if this desk prints on sheets. */
  #withSheet<Wanted>(wanted: Wanted): Wanted & { sheet?: LabelSheet } {
    const { sheet } = labelChoices.now;
    return { ...wanted, ...(sheet && { sheet }) };
  }

  /** Asks whether the chosen labels were printed, without printing them: after a restore the paper may exist. */
  async askIfPrinted(): Promise<void> {
    this.#reason = '';
    this.#drawn = [];
    this.unconfirmed = await board.ids();
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

  /** Marks the chosen labels as not printed: they become ready again. */
  async markNotPrinted(): Promise<void> {
    const ids = await board.ids();
    if (ids.length === 0) return;
    const answer = await command('labels.notPrinted', ids.join(' ').slice(0, 2000), { ids });
    if (!answer.ok) return toasts.show(() => sayProblem(answer.problem), 'no');
    toasts.show(() => t().labels.readyAgain({ count: format.number(answer.value.ids.length) }));
  }

  /** The host shows the system's print dialog and reports the result. */
  async #printByHost(): Promise<void> {
    await this.#draw(
      'dialog',
      (wanted): Promise<Result<Output<'labels.print'>>> => ask('labels.print', this.#withSheet(wanted)),
      ({ end, labels, places }) => {
        if (end === 'handed-over') labelChoices.advanceSheet(places);
        if (end === 'handed-over') toasts.show(() => t().labels.handedOver(counted(labels)));
        else toasts.show(() => t().labels.notPrinted, 'ask');
        return end === 'handed-over';
      },
    );
  }

  /** A browser prints from a separate window and reports no result. */
  async #printInBrowser(): Promise<void> {
    if (this.busy) return;
    // opened in the key handler itself, because browsers block windows opened later
    const paper = window.open('', '_blank');
    const made = await this.#draw(
      'drawing',
      (wanted) => ask('labels.document', this.#withSheet(wanted)),
      ({ file, places }) => {
        labelChoices.advanceSheet(places);
        toasts.show(() => (paper ? t().labels.opened : t().labels.noWindow), paper ? undefined : 'ask');
        if (paper) paper.location.href = addressOfFile(file);
        else download(file);
      },
    );
    if (!made) paper?.close();
  }

  /** Draws the chosen labels and passes the result to `use`. Returns whether any were drawn. */
  async #draw<T extends Pick<LabelFile, 'drawn' | 'problems'>>(
    busy: 'drawing' | 'dialog',
    make: (wanted: { ids: string[]; reversed: boolean; operator: string }) => Promise<Result<T>>,
    use: (made: T) => boolean | void,
  ): Promise<boolean> {
    if (this.busy) return false;
    this.busy = busy;
    try {
      const ids = await board.ids();
      if (ids.length === 0) return false;
      const made = await make({ ids, reversed: labelChoices.now.reversed, operator: choices.operator });
      if (!made.ok) {
        toasts.show(() => sayProblem(made.problem), 'no');
        return false;
      }
      const { drawn, problems } = made.value;
      if (problems.length > 0)
        toasts.show(() => sayFaults(problems), problems.some(({ stops }) => stops) ? 'no' : 'ask');
      if (use(made.value) !== false) {
        const onPaper = new Set(drawn.map(({ id }) => id));
        this.#drawn = drawn;
        this.unconfirmed = ids.filter((one) => onPaper.has(one));
      }
      return true;
    } finally {
      this.busy = null;
      board.progress = null;
    }
  }
}

export const labelPrintTask = new LabelPrintTask();
