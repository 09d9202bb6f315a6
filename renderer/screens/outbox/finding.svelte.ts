/** What the outbox is filtered by, typed in the frame. */
class Finding {
  text = $state('');
  #list: (() => void) | null = null;

  /** The list takes the focus from the search field. */
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
