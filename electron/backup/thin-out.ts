import { byRank, type RankedBackup } from './rank-backups.ts';

/** How many days, and after them how many weeks, keep one backup each. */
const keptDays = 7;
const keptWeeks = 4;

const dayMs = 86_400_000;

type Thinned = Pick<RankedBackup, 'name' | 'at' | 'holds' | 'olderKey'>;

/**
 * Names of backups that are not needed any more: of each of the last seven days that have one, the one that holds most stays, and the
 * same of the last four weeks that have one. Which days are the last is told by what their backups hold, so that one whose clock was
 * wrong takes no place of a newer one and the one that holds most always stays. A backup of which that is not known fills a place
 * that the others leave.
 */
export function backupsToDelete(backups: readonly Thinned[]): string[] {
  const newestFirst = backups.toSorted(byRank).map(({ name, at }) => ({ name, day: Math.floor(at / dayMs) }));
  const firstOf = (of: (day: number) => number, most: number): string[] => {
    const seen = new Map<number, string>();
    for (const { name, day } of newestFirst) if (!seen.has(of(day))) seen.set(of(day), name);
    return [...seen.values()].slice(0, most);
  };
  // the first of January 1970 was a Thursday: weeks begin on Mondays
  const kept = new Set([...firstOf((day) => day, keptDays), ...firstOf((day) => Math.floor((day + 3) / 7), keptWeeks)]);
  return newestFirst.map(({ name }) => name).filter((name) => !kept.has(name));
}
