/**
 * Yields the values of nested data level by level, outermost first; the bytes of a file are one value. Iterative,
 * because recursion on untrusted data could overflow the stack.
 */
export function* levelsOf(data: unknown): Generator<readonly unknown[]> {
  for (let level: unknown[] = [data]; level.length > 0;) {
    yield level;
    const nextLevel: unknown[] = [];
    for (const value of level)
      if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value))
        for (const child of Object.values(value)) nextLevel.push(child);
    level = nextLevel;
  }
}

/** Deeper than any request, answer or call; deeper data is rejected as a whole. */
export const maxDepth = 64;

export function isTooDeep(data: unknown): boolean {
  let depth = 0;
  for (const _level of levelsOf(data)) if ((depth += 1) > maxDepth) return true;
  return false;
}
