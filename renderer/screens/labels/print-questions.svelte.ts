import { labelBoard as board, type WarnedLabel } from './label-board.svelte.ts';

type PrintAction = (reason: string) => Promise<unknown>;

/** Questions to a person before labels are printed. */
class PrintQuestions {
  /** labels without an address, and the action that prints them anyway */
  missingAddress = $state.raw<{ keys: string[]; go: () => Promise<unknown> } | null>(null);
  /** own labels that will not print completely, of how many labels, and the action that prints them anyway */
  warned = $state.raw<{ labels: WarnedLabel[]; of: number; unchecked: boolean; go: () => Promise<unknown> } | null>(
    null,
  );
  /** labels that are on paper, and the action that reprints them with a reason */
  reprint = $state.raw<{ count: number; go: PrintAction } | null>(null);

  /** Asks first if labels have no address, then if they will not print completely, then if they are on paper. */
  async confirmThenPrint(count: number, go: PrintAction): Promise<void> {
    const { keysWithoutAddress, warned, unchecked } = await board.checked();
    const again = () => this.#confirmReprint(count, go);
    const askWarned = async (): Promise<void> => {
      if (warned.length > 0) this.warned = { labels: warned, of: count, unchecked, go: again };
      else await again();
    };
    if (keysWithoutAddress.length > 0) this.missingAddress = { keys: keysWithoutAddress, go: askWarned };
    else await askWarned();
  }

  async printWarned(): Promise<void> {
    const go = this.warned?.go;
    this.warned = null;
    await go?.();
  }

  /** Prints nothing, and shows the labels that were warned of. */
  showWarned(): void {
    const seqs = new Set(this.warned?.labels.map(({ seq }) => seq));
    this.warned = null;
    board.showOnly([...seqs]);
  }

  async printWithoutAddress(): Promise<void> {
    const go = this.missingAddress?.go;
    this.missingAddress = null;
    await go?.();
  }

  async reprintWithReason(reason: string): Promise<void> {
    const go = this.reprint?.go;
    this.reprint = null;
    await go?.(reason);
  }

  async #confirmReprint(count: number, go: PrintAction): Promise<void> {
    if (board.list === 'printed') this.reprint = { count, go };
    else await go('');
  }
}

export const printQuestions = new PrintQuestions();
