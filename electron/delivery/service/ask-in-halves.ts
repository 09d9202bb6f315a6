/** Statuses that may reject the combination of items, not each item. */
const combinationStatuses: readonly unknown[] = [400, 404, 413, 414, 422];

/**
 * Asks for several items in one request. One unknown or invalid item may fail the whole request, so after such a status
 * the items are split in halves until that item is alone. Yields each part with its answer, in order; the next part is
 * requested once the caller has handled this one.
 */
export async function* askInHalves<T, A>(
  items: readonly T[],
  request: (part: readonly T[]) => Promise<A>,
  statusOf: (answer: A) => unknown,
): AsyncGenerator<[readonly T[], A]> {
  const answer = await request(items);
  if (items.length > 1 && combinationStatuses.includes(statusOf(answer))) {
    const middle = Math.ceil(items.length / 2);
    yield* askInHalves(items.slice(0, middle), request, statusOf);
    yield* askInHalves(items.slice(middle), request, statusOf);
  } else yield [items, answer];
}
