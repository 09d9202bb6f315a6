import type { Model, Plain, State, Successor } from './compile.ts';

export interface Explored {
  states: number;
  steps: number;
  /** length of the longest shortest path to a state */
  depth: number;
  /** the first broken rule found, and the shortest path to it */
  broken: { rule: string; story: Successor[] } | null;
  /** false: stopped before all states were seen */
  isAll: boolean;
}

/** A short key that identifies a state; field names can be omitted because they are the same in each. */
function keyOf(value: Plain): string {
  if (typeof value === 'object') return Object.values(value).map(keyOf).join();
  return typeof value === 'boolean' ? (value ? '1' : '') : String(value);
}

/** Visits every reachable state of the specification once, nearest first, and checks each against the rules. */
export function explore(
  model: Model,
  rules: readonly string[],
  maxStates = Infinity,
  tell = (_: Explored) => {},
): Explored {
  // Paths are stored as state numbers, because there are too many states to store them in full.
  const seen = new Set<string>();
  const from: number[] = [];
  let steps = 0;
  let depth = 0;
  let frontier: { state: State; number: number }[] = [];
  const result = (broken: Explored['broken'], isAll: boolean): Explored => ({
    states: seen.size,
    steps,
    depth,
    broken,
    isAll,
  });

  function found(state: State, before: number): { state: State; number: number } | null {
    const key = keyOf(state);
    if (seen.has(key)) return null;
    seen.add(key);
    from.push(before);
    return { state, number: from.length - 1 };
  }

  /** Reconstructs the path to a state from the numbers. */
  function storyTo(last: number): Successor[] {
    const numbers = [last];
    for (let at = last; (from[at] ?? -1) >= 0; at = from[at] ?? -1) numbers.unshift(from[at] ?? 0);
    const known = [...seen];
    const story: Successor[] = [];
    for (const number of numbers) {
      const next = story.length === 0 ? model.initial() : model.successors(story.at(-1)!.state);
      const taken = next.find(({ state }) => keyOf(state) === known[number]);
      if (taken) story.push(taken);
    }
    return story;
  }

  frontier = model.initial().flatMap(({ state }) => found(state, -1) ?? []);
  while (frontier.length > 0) {
    const next: typeof frontier = [];
    for (const { state, number } of frontier) {
      const rule = rules.find((one) => !model.holds(one, state));
      if (rule !== undefined) return result({ rule, story: storyTo(number) }, false);
      for (const way of model.successors(state)) {
        steps += 1;
        const fresh = found(way.state, number);
        if (fresh) next.push(fresh);
      }
      if (seen.size >= maxStates) return result(null, false);
    }
    frontier = next;
    if (next.length > 0) depth += 1;
    tell(result(null, false));
  }
  return result(null, true);
}
