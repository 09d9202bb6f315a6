/** The search text of the outbox, typed in the frame. */
class OutboxSearch {
  text = $state('');
  #focusRows: (() => void) | null = null;

  /** Moves the focus from the search field to the list. */
  focusList(): void {
    this.#focusRows?.();
  }

  registerList(focus: () => void): () => void {
    this.#focusRows = focus;
    return () => {
      if (this.#focusRows === focus) this.#focusRows = null;
    };
  }
}

export const outboxSearch = new OutboxSearch();
