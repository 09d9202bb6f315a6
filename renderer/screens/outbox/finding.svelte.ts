/** The search text of the outbox, typed in the frame. */
class Finding {
  text = $state('');
  #list: (() => void) | null = null;

  /** Moves the focus from the search field to the list. */
  focusList(): void {
    this.#list?.();
  }

  offerList(focus: () => void): () => void {
    this.#list = focus;
    return () => {
      if (this.#list === focus) this.#list = null;
    };
  }
}

export const finding = new Finding();
