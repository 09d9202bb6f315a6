/** A seeded stream of numbers in [0, 1), the same in every run (xorshift, 32 bits). */
export function randomFrom(seed: number) {
  let state = seed | 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: <T>(list: readonly T[]): T => list[below(list.length)] as T,
    /** Picks a few items often and most rarely, like names and towns in real data. */
    pickSkewed: <T>(list: readonly T[]): T => list[Math.floor(list.length ** next()) - 1] as T,
    digits: (count: number): string => Array.from({ length: count }, () => below(10)).join(''),
  };
}
export type Random = ReturnType<typeof randomFrom>;
