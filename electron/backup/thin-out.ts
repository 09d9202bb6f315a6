import { byRank, type RankedBackup } from './rank-backups.ts';

/** How many days, and how many weeks, keep one backup each. */
const keptDays = 7;
const keptWeeks = 4;

const dayMs = 86_400_000;

type ThinningCandidate = Pick<RankedBackup, 'name' | 'at' | 'contents' | 'olderKey'>;

/**
 * Names of backups that can be deleted: of each of the last seven days with a backup, the one that holds most stays,
 * and likewise of the last four weeks. Which days are the last depends on what their backups hold, so that a backup
 * made with a wrong clock does not displace a newer one, and the one that holds most always stays. Backups with unknown
 * content fill the remaining slots.
 */
export function backupsToDelete(backups: readonly ThinningCandidate[]): string[] {
  const newestFirst = backups.toSorted(byRank).map(({ name, at }) => ({ name, day: Math.floor(at / dayMs) }));
  const newestPer = (of: (day: number) => number, most: number): string[] => {
    const seen = new Map<number, string>();
    for (const { name, day } of newestFirst) if (!seen.has(of(day))) seen.set(of(day), name);
    return [...seen.values()].slice(0, most);
  };
  // 1970-01-01 was a Thursday; weeks begin on Mondays
  const kept = new Set([
    ...newestPer((day) => day, keptDays),
    ...newestPer((day) => Math.floor((day + 3) / 7), keptWeeks),
  ]);
  return newestFirst.map(({ name }) => name).filter((name) => !kept.has(name));
}
