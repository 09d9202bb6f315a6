/** What was typed in part and is still asked about: what it means is written where it stands once that is known. */
export class StillMeant {
  #coming: Promise<void> | null = null;
  #here: (() => void) | null = null;

  awaits(coming: Promise<void>): void {
    const all = Promise.all([this.#coming, coming]).then(() => {
      if (this.#coming === all) this.#coming = null;
    });
    this.#coming = all;
  }

  /** The cursor is in a field that may offer something: `take` takes what is highlighted or on its way. Ends with the returned function. */
  offers(take: () => void): () => void {
    this.#here = take;
    return () => {
      if (this.#here === take) this.#here = null;
    };
  }

  /** For who reads the form: resolves when all that is typed stands there as it is meant, in the field with the cursor too. */
  async settled(): Promise<void> {
    this.#here?.();
    await this.#coming;
  }
}
