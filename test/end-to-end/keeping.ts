/** What was begun, and how it ends. */
export interface Begun<T> {
  value: T;
  end(): Promise<unknown>;
}

/** What was begun for a journey, or for all journeys of a file that go on with it: each thing once, ended in the order from last to first. */
export class Keeping {
  #begun = new Map<string, Begun<unknown>>();

  async once<T>(name: string, begin: () => Promise<Begun<T>>): Promise<T> {
    const known = this.#begun.get(name);
    if (known) return known.value as T;
    const begun = await begin();
    this.#begun.set(name, begun);
    return begun.value;
  }

  async end(): Promise<void> {
    const begun = [...this.#begun.values()].toReversed();
    this.#begun.clear();
    for (const { end } of begun) await end();
  }
}

/** A worker's keeping for the file it is at: what one file kept is ended before another begins. */
export class FileKeeping {
  #file = '';
  #keeping = new Keeping();

  async at(file: string): Promise<Keeping> {
    if (file !== this.#file) await this.#keeping.end();
    this.#file = file;
    return this.#keeping;
  }

  async end(): Promise<void> {
    await this.#keeping.end();
  }
}
