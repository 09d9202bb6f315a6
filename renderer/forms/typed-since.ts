/** Texts typed since a form was last kept, so that a large one need not be kept as a whole with each key. */
export class TypedSince {
  /** called whenever something to keep has changed */
  onchange = (): void => undefined;
  /** null where more than texts has changed */
  #texts: Map<string, string> | null = null;

  type(path: string, text: string): void {
    this.#texts?.set(path, text);
    this.onchange();
  }

  /** More than texts has changed: lines, or marks. */
  whole(): void {
    this.#texts = null;
    this.onchange();
  }

  /** The form is another. */
  forget(): void {
    this.#texts = null;
  }

  /** The form is kept as a whole. */
  begin(): void {
    this.#texts = new Map();
  }

  /** Texts typed since `begin` or this was asked last; null where the form must be kept as a whole. */
  take(): ReadonlyMap<string, string> | null {
    const typed = this.#texts;
    if (typed !== null) this.#texts = new Map();
    return typed;
  }
}
