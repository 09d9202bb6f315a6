/** a press within this time after a save belongs to it */
const restMs = 1000;

/** When a form was saved last: hands that press twice mean one order. */
export class LastSave {
  #at = -Infinity;

  note(): void {
    this.#at = performance.now();
  }

  /** A person has begun another order since: what is pressed from now on is about that one. */
  over(): void {
    this.#at = -Infinity;
  }

  get isRecent(): boolean {
    return performance.now() - this.#at < restMs;
  }
}
