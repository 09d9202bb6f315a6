/** Something started, and how it ends. */
export interface Begun<T> {
  value: T;
  end(): Promise<unknown>;
}

/** What a journey, or all journeys of a file that share a desk, started: each thing once, ended in reverse order. */
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

/** The keeping of a worker's current file, which ends before that of another file begins. */
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
