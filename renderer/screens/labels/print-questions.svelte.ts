import { labelBoard as board } from './label-board.svelte.ts';

type Go = (reason: string) => Promise<unknown>;

/** Questions to a person before labels are printed. */
class PrintQuestions {
  /** labels without an address, and the action that prints them anyway */
  bare = $state.raw<{ keys: string[]; go: () => Promise<unknown> } | null>(null);
  /** labels that are on paper, and the action that reprints them with a reason */
  again = $state.raw<{ count: number; go: Go } | null>(null);

  /** Asks first if labels have no address, then if they are already on paper. */
  async asked(count: number, go: Go): Promise<void> {
    const keys = await board.bare();
    if (keys.length > 0) this.bare = { keys, go: () => this.#askedAgain(count, go) };
    else await this.#askedAgain(count, go);
  }

  async printBare(): Promise<void> {
    const go = this.bare?.go;
    this.bare = null;
    await go?.();
  }

  async printAgain(reason: string): Promise<void> {
    const go = this.again?.go;
    this.again = null;
    await go?.(reason);
  }

  async #askedAgain(count: number, go: Go): Promise<void> {
    if (board.list === 'printed') this.again = { count, go };
    else await go('');
  }
}

export const printQuestions = new PrintQuestions();
