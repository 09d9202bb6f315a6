/**
 * The values of nested data level by level, the outermost first. Without recursion: what somebody else nested without end would
 * run out of stack.
 */
export function* levelsOf(data: unknown): Generator<readonly unknown[]> {
  for (let level: unknown[] = [data]; level.length > 0;) {
    yield level;
    const next: unknown[] = [];
    for (const value of level)
      if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) next.push(one);
    level = next;
  }
}

/** Deeper than any request, answer or call: what goes on further is refused whole. */
export const deepestLevel = 64;

export function isTooDeep(data: unknown): boolean {
  let depth = 0;
  for (const _level of levelsOf(data)) if ((depth += 1) > deepestLevel) return true;
  return false;
}
