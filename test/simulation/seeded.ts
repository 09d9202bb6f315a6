/** Pseudorandom numbers from a seed, which decide everything that a story leaves open. */
export function seeded(seed: number) {
  let state = seed >>> 0;

  // mulberry32: one word of state, random enough for choices
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (most: number): number => Math.floor(next() * most);

  return {
    /** in [0, 1) */
    next,
    below,
    chance: (share: number): boolean => next() < share,
    between: (from: number, to: number): number => from + next() * (to - from),
    one<T>(of: readonly T[]): T {
      const chosen = of[below(of.length)];
      if (chosen === undefined) throw new Error('there is nothing to choose from');
      return chosen;
    },
    /** one of the names, with probability proportional to its weight */
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

/** Hash of a text in [0, 2^32), the same on every platform. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x7feb352d);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/**
 * Independent random numbers for one thing in a story, identified by its name: other things that happen, or are left
 * out when a story is shortened, do not change them.
 */
export const chanceOf = (seed: number, name: string): Seeded => seeded(hashOf(`${seed} ${name}`));
