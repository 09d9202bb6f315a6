import { labelBoard as board } from './label-board.svelte.ts';

type Go = (reason: string) => Promise<unknown>;

/** What a person is asked before labels go to paper. */
class PrintQuestions {
  /** labels without an address, and how they are printed all the same */
  bare = $state.raw<{ keys: string[]; go: () => Promise<unknown> } | null>(null);
  /** labels that are on paper, and how they are printed once more when a person has said why */
  again = $state.raw<{ count: number; go: Go } | null>(null);

  /** What nobody can deliver by asks first, and so does what is on paper already. */
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
