/**
 * Pending suggestions for partly typed text; the code they resolve to is written into its field as soon as it is known.
 */
export class PendingAutocomplete {
  #pending: Promise<void> | null = null;
  #applyFocused: (() => void) | null = null;

  add(coming: Promise<void>): void {
    const all = Promise.all([this.#pending, coming]).then(() => {
      if (this.#pending === all) this.#pending = null;
    });
    this.#pending = all;
  }

  /**
   * Registers the focused field: `take` applies its highlighted or pending suggestion. The returned function
   * unregisters it.
   */
  registerField(take: () => void): () => void {
    this.#applyFocused = take;
    return () => {
      if (this.#applyFocused === take) this.#applyFocused = null;
    };
  }

  /**
   * Applies the suggestion of the focused field and resolves when no suggestion is pending. Await before reading the
   * form.
   */
  async settled(): Promise<void> {
    this.#applyFocused?.();
    await this.#pending;
  }
}
