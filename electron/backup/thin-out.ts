import { madeAt } from './claim-name.ts';

/** How many days, and after them how many weeks, keep one backup each. */
const keptDays = 7;
const keptWeeks = 4;

const dayMs = 86_400_000;

/**
 * Names of backups in a folder that are not needed any more: the newest of each of the last seven days that have one stays, and the
 * newest of each of the last four weeks that have one. Counted by days that have backups and not by the clock, so that a desk that
 * was off for months, or whose clock was set, loses none of its last ones. What is no backup is not named.
 */
export function backupsToDelete(names: readonly string[]): string[] {
  const newestFirst = names
    .flatMap((name) => {
      const at = madeAt(name);
      return at === null ? [] : [{ name, day: Math.floor(at / dayMs) }];
    })
    .toSorted((a, b) => (a.name < b.name ? 1 : -1));
  const firstOf = (of: (day: number) => number, most: number): string[] => {
    const seen = new Map<number, string>();
    for (const { name, day } of newestFirst) if (!seen.has(of(day))) seen.set(of(day), name);
    return [...seen.values()].slice(0, most);
  };
  // the first of January 1970 was a Thursday: weeks begin on Mondays
  const kept = new Set([...firstOf((day) => day, keptDays), ...firstOf((day) => Math.floor((day + 3) / 7), keptWeeks)]);
  return newestFirst.map(({ name }) => name).filter((name) => !kept.has(name));
}
