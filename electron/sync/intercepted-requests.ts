/** Kept of those that came to nothing (names); the oldest go. */
const maxKept = 1000;

/**
 * Whose requests something else answered, although the service answered a probe right after and others since: that is no door of the
 * network, which all have to pass, but something that stands before one request or one endpoint, as a filter does that dislikes a text.
 * It is the trouble of those alone, until the service answers them as itself. Names are of an asker first, then of its endpoint.
 */
export class InterceptedRequests {
  readonly #known = new Set<string>();
  readonly #suspected = new Set<string>();
  #othersServed = false;

  /** They were answered by something else: whether that is their own trouble. Otherwise it may be in the way of all. */
  isOwn(names: readonly string[]): boolean {
    const known = names.some((name) => this.#known.has(name));
    if (known && this.#othersServed) return true;
    if (!known) this.#othersServed = false;
    for (const name of names) this.#suspected.add(name);
    return false;
  }

  /** The service answers: what was suspected is not in the way of all. */
  serviceAnswered(): void {
    for (const name of this.#suspected) this.#known.add(name);
    this.#suspected.clear();
    for (const name of this.#known) {
      if (this.#known.size <= maxKept) break;
      this.#known.delete(name);
    }
  }

  /** The service answered these. */
  answered(names: readonly string[]): void {
    const [requester = ''] = names;
    if (!this.#known.has(requester)) this.#othersServed = true;
    for (const name of names) {
      this.#known.delete(name);
      this.#suspected.delete(name);
    }
  }
}
