/** Chance that is the same for the same seed: all that a story leaves open is decided by it. */
export function seeded(seed: number) {
  let state = seed >>> 0;

  // mulberry32: one word of state, good enough to choose by
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (most: number): number => Math.floor(next() * most);

  return {
    /** from 0 up to 1 */
    next,
    below,
    chance: (share: number): boolean => next() < share,
    between: (from: number, to: number): number => from + next() * (to - from),
    one<T>(of: readonly T[]): T {
      const chosen = of[below(of.length)];
      if (chosen === undefined) throw new Error('there is nothing to choose from');
      return chosen;
    },
    /** one of the names, each as often as its weight says */
    weighted<N extends string>(weights: Readonly<Record<N, number>>): N {
      const names = Object.keys(weights) as N[];
      const whole = names.reduce((sum, name) => sum + weights[name], 0);
      let left = next() * whole;
      for (const name of names) {
        left -= weights[name];
        if (left < 0) return name;
      }
      throw new Error('no weight is left');
    },
  };
}
export type Seeded = ReturnType<typeof seeded>;

/** A number from 0 up to 2^32 of a text, the same wherever it stands. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x7feb352d);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/**
 * Chance of its own for one thing of a story, by its name: what else happens, or is left out when a story is made shorter, changes
 * nothing of it.
 */
export const chanceOf = (seed: number, name: string): Seeded => seeded(hashOf(`${seed} ${name}`));
