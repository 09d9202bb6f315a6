/**
 * Pending suggestions for partly typed text; the code they resolve to is written into its field as soon as it is known.
 */
export class StillMeant {
  #coming: Promise<void> | null = null;
  #here: (() => void) | null = null;

  awaits(coming: Promise<void>): void {
    const all = Promise.all([this.#coming, coming]).then(() => {
      if (this.#coming === all) this.#coming = null;
    });
    this.#coming = all;
  }

  /**
   * Registers the focused field: `take` applies its highlighted or pending suggestion. The returned function
   * unregisters it.
   */
  offers(take: () => void): () => void {
    this.#here = take;
    return () => {
      if (this.#here === take) this.#here = null;
    };
  }

  /**
   * Applies the suggestion of the focused field and resolves when no suggestion is pending. Await before reading the
   * form.
   */
  async settled(): Promise<void> {
    this.#here?.();
    await this.#coming;
  }
}
