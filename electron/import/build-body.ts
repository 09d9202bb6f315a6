import { writePath, type Path } from '../../shared/path/path.ts';

/**
 * Numbers the entries of lists anew, so that none is missing: an entry whose cells are all empty is no entry. Lists in `whole`
 * have all theirs.
 */
export function closeGaps<T extends { way: Path }>(filled: readonly T[], whole: readonly Path[]): T[] {
  const used = new Map<string, Set<number>>();
  const left = new Set(whole.map((way) => writePath(way)));
  for (const { way } of filled)
    for (const [depth, step] of way.entries()) {
      if (typeof step !== 'number') continue;
      const list = writePath(way.slice(0, depth));
      if (left.has(list)) continue;
      used.set(list, (used.get(list) ?? new Set()).add(step));
    }
  if (used.size === 0) return [...filled];
  const order = new Map([...used].map(([list, numbers]) => [list, [...numbers].sort((a, b) => a - b)]));
  return filled.map((one) => ({ ...one, way: one.way.map((step, depth) => renumbered(one.way, step, depth)) }));

  function renumbered(way: Path, step: string | number, depth: number): string | number {
    return typeof step === 'number' ? (order.get(writePath(way.slice(0, depth)))?.indexOf(step) ?? step) : step;
  }
}
