/** Empty texts, lists and objects that a body came with. They stay as they came until something is typed there. */
export class BareLeaves {
  readonly #leaves = new Map<string, unknown>();

  add(path: string, leaf: unknown): void {
    this.#leaves.set(path, leaf);
  }

  /** What is typed in a list or object that came empty, or in place of an empty text, ends its being bare. */
  typed(path: string): void {
    if (this.#leaves.size === 0) return;
    for (const bare of this.#leaves.keys()) {
      if (bare === path || path.startsWith(`${bare}.`) || path.startsWith(`${bare}[`)) this.#leaves.delete(bare);
    }
  }

  /** After lines of a list have moved. */
  moved(list: string): void {
    for (const bare of this.#leaves.keys()) {
      if (bare === list || bare.startsWith(`${list}[`)) this.#leaves.delete(bare);
    }
  }

  clear(): void {
    this.#leaves.clear();
  }

  get all(): ReadonlyMap<string, unknown> {
    return this.#leaves;
  }
}
