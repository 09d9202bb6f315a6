import { labelBoard as board, type WarnedLabel } from './label-board.svelte.ts';

type PrintAction = (reason: string) => Promise<unknown>;

/** Questions to a person before labels are printed. */
class PrintQuestions {
  /** labels without an address, and the action that prints them anyway */
  missingAddress = $state.raw<{ keys: string[]; print: () => Promise<unknown> } | null>(null);
  /** own labels that will not print completely, the number of all labels, and the action that prints them anyway */
  labelWarning = $state.raw<{
    labels: WarnedLabel[];
    labelCount: number;
    hasUnchecked: boolean;
    print: () => Promise<unknown>;
  } | null>(null);
  /** labels that are on paper, and the action that reprints them with a reason */
  reprint = $state.raw<{ count: number; print: PrintAction } | null>(null);

  /**
   * Prints after questions about, in this order, labels without an address, own labels that will not print completely,
   * and labels that are already on paper.
   */
  async confirmThenPrint(count: number, print: PrintAction): Promise<void> {
    const { keysWithoutAddress, warned, hasUnchecked } = await board.checkSelected();
    const continueToReprint = () => this.#confirmReprint(count, print);
    const askAboutWarned = async (): Promise<void> => {
      if (warned.length > 0)
        this.labelWarning = { labels: warned, labelCount: count, hasUnchecked, print: continueToReprint };
      else await continueToReprint();
    };
    if (keysWithoutAddress.length > 0) this.missingAddress = { keys: keysWithoutAddress, print: askAboutWarned };
    else await askAboutWarned();
  }

  async printWarned(): Promise<void> {
    const print = this.labelWarning?.print;
    this.labelWarning = null;
    await print?.();
  }

  /** Selects the labels with a warning instead of printing. */
  showWarned(): void {
    const seqs = new Set(this.labelWarning?.labels.map(({ seq }) => seq));
    this.labelWarning = null;
    board.selectOnly([...seqs]);
  }

  async printWithoutAddress(): Promise<void> {
    const print = this.missingAddress?.print;
    this.missingAddress = null;
    await print?.();
  }

  async reprintWithReason(reason: string): Promise<void> {
    const print = this.reprint?.print;
    this.reprint = null;
    await print?.(reason);
  }

  async #confirmReprint(count: number, print: PrintAction): Promise<void> {
    if (board.list === 'printed') this.reprint = { count, print };
    else await print('');
  }
}

export const printQuestions = new PrintQuestions();
