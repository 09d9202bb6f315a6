/** Maximum number of names kept; the oldest are dropped. */
const maxKept = 1000;

/**
 * Requests a middlebox answers although the service is reachable: it answered a probe right after, and other requests
 * since. Such a middlebox blocks only one request or endpoint, like a filter that dislikes a text, unlike a sign-in
 * page, which blocks everything. It counts as the failure of those requests alone, until the service itself answers
 * them. The first name is the requester, the others its endpoint.
 */
export class InterceptedRequests {
  readonly #known = new Set<string>();
  readonly #suspected = new Set<string>();
  #othersServed = false;

  /**
   * Records that a middlebox answered; returns whether only these are affected. Otherwise it may affect all requests.
   */
  isOwn(names: readonly string[]): boolean {
    const known = names.some((name) => this.#known.has(name));
    if (known && this.#othersServed) return true;
    if (!known) this.#othersServed = false;
    for (const name of names) this.#suspected.add(name);
    return false;
  }

  /** The service answered: what is suspected does not affect all requests. */
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
