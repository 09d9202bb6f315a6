/** The search text of the outbox, typed in the frame. */
class OutboxSearch {
  text = $state('');
  #focusHandler: (() => void) | null = null;

  /** Moves the focus from the search field to the list. */
  focusList(): void {
    this.#focusHandler?.();
  }

  registerList(focus: () => void): () => void {
    this.#focusHandler = focus;
    return () => {
      if (this.#focusHandler === focus) this.#focusHandler = null;
    };
  }
}

export const outboxSearch = new OutboxSearch();
