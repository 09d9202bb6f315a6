import type { Model, Successor } from './compile.ts';
import type { Trace } from './itf.ts';
import { isDeepStrictEqual } from 'node:util';

/** Random numbers in [0, 1), the same for the same seed. */
export function seeded(seed: number): () => number {
  let at = seed >>> 0;
  return () => {
    at = (at + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(at ^ (at >>> 15), at | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Actions that would end most runs early, or undo them, are chosen less often. */
const weights: Readonly<Record<string, number>> = { decide: 0.15, crash: 0.3, restore: 0.4, backUp: 0.4, pass: 0.7 };

function pick<T>(all: readonly T[], random: () => number, weight: (one: T) => number): T | undefined {
  let left = random() * all.reduce((sum, one) => sum + weight(one), 0);
  return all.find((one) => (left -= weight(one)) < 0) ?? all.at(-1);
}

/**
 * A random run: first picks one of the actions that change something, then one of its outcomes. It ends when nothing
 * changes any more.
 */
export function walk(model: Model, steps: number, seed: number): Trace {
  const random = seeded(seed);
  const first = pick(model.initial(), random, () => 1);
  if (!first) throw new Error('the specification begins nowhere');
  const trace: Successor[] = [first];
  for (let last = first; trace.length <= steps;) {
    const changing = model.successors(last.state).filter(({ state }) => !isDeepStrictEqual(state, last.state));
    if (changing.length === 0) break;
    const ways = Map.groupBy(changing, ({ action }) => action);
    const action = pick([...ways.keys()], random, (name) => weights[name] ?? 1);
    const next = action === undefined ? undefined : pick(ways.get(action) ?? [], random, () => 1);
    if (!next) break;
    trace.push(next);
    last = next;
  }
  return trace;
}

/** One trace in this many may lose its folder and restore it, because that costs a hundred times as much. */
const restoredOf = 100;

/** The trace of a seed and number, always the same. */
export function traceOf(model: Model, withRestore: Model, steps: number, seed: number, number: number): Trace {
  const own = Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b);
  return walk(number % restoredOf === 0 ? withRestore : model, steps, own);
}
