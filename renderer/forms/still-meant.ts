/** What was typed in part and is still asked about: what it means is written where it stands once that is known. */
export class StillMeant {
  #coming: Promise<void> | null = null;

  /** Resolves when all that is typed stands there as it is meant; null where it does. */
  get coming(): Promise<void> | null {
    return this.#coming;
  }

  awaits(coming: Promise<void>): void {
    const all = Promise.all([this.#coming, coming]).then(() => {
      if (this.#coming === all) this.#coming = null;
    });
    this.#coming = all;
  }
}
