import type { Model, Plain, State, Successor } from './compile.ts';

export interface Explored {
  states: number;
  steps: number;
  /** the longest of the shortest ways to a state */
  depth: number;
  /** the first rule found broken, and the shortest way there */
  broken: { rule: string; story: Successor[] } | null;
  /** false: it was stopped before all was seen */
  isAll: boolean;
}

/** All that tells one state from another, short: names of fields are the same in each. */
function keyOf(value: Plain): string {
  if (typeof value === 'object') return Object.values(value).map(keyOf).join();
  return typeof value === 'boolean' ? (value ? '1' : '') : String(value);
}

/** Every state of the specification that can be reached, nearest first, each looked at once and held against each rule. */
export function explore(
  model: Model,
  rules: readonly string[],
  maxStates = Infinity,
  tell = (_: Explored) => {},
): Explored {
  // the way to each state is kept by numbers alone: there are too many for their stories
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

  /** The same way gone again, by the numbers of its states. */
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
