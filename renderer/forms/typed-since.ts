/** Texts typed since the last save, so that a large form need not be saved as a whole on each key. */
export class ChangedTexts {
  /** Called whenever something to save has changed. */
  onchange = (): void => undefined;
  /** Null if more than texts has changed. */
  #texts: Map<string, string> | null = null;

  type(path: string, text: string): void {
    this.#texts?.set(path, text);
    this.onchange();
  }

  /** Records a change of lines or marks, which requires saving the form as a whole. */
  markAllChanged(): void {
    this.#texts = null;
    this.onchange();
  }

  /** Called when the form was replaced. */
  reset(): void {
    this.#texts = null;
  }

  /** Called when the form is saved as a whole. */
  startTracking(): void {
    this.#texts = new Map();
  }

  /** Texts typed since tracking started or since the last call; null if the form must be saved as a whole. */
  take(): ReadonlyMap<string, string> | null {
    const typed = this.#texts;
    if (typed !== null) this.#texts = new Map();
    return typed;
  }
}
