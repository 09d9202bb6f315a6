/** Statuses that may mean "not these together". */
const notTogether: readonly unknown[] = [400, 404, 413, 414, 422];

/**
 * Asks for several things in one request. One that is unknown or wrong may spoil the whole of it, so what is refused with such a status is
 * asked in halves until that one stands alone. Yields each piece with its answer, in order; the next is asked when that one is dealt with.
 */
export async function* askInHalves<T, A>(
  items: readonly T[],
  ask: (some: readonly T[]) => Promise<A>,
  statusOf: (answer: A) => unknown,
): AsyncGenerator<[readonly T[], A]> {
  const answer = await ask(items);
  if (items.length > 1 && notTogether.includes(statusOf(answer))) {
    const middle = Math.ceil(items.length / 2);
    yield* askInHalves(items.slice(0, middle), ask, statusOf);
    yield* askInHalves(items.slice(middle), ask, statusOf);
  } else yield [items, answer];
}
