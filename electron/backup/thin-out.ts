/** How many days, and after them how many weeks, keep one backup each. */
export const keptDays = 7;
export const keptWeeks = 4;

const backupName = /^parcel-desk-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/;
const dayMs = 86_400_000;

/** When a backup was made (ms), by its name; null for what is none. */
export function madeAt(name: string): number | null {
  const read = backupName.exec(name)?.slice(1).map(Number);
  if (read === undefined) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = read;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/**
 * Names of backups in a folder that are not needed any more: the newest of each of the last seven days that have one stays, and the
 * newest of each of the last four weeks that have one. Counted by days that have backups and not by the clock, so that a desk that
 * was off for months, or whose clock was set, loses none of its last ones. What is no backup is not named.
 */
export function notNeeded(names: readonly string[]): string[] {
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
