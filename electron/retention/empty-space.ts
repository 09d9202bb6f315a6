import { statSync } from 'node:fs';
import { busyMs, type Sqlite } from '../database/open-sqlite.ts';
import { factStore } from '../outbox/facts.ts';

/** Pages of a search index merged per step. */
const pagesPerStep = 64;
/** A file up to this size is vacuumed in about a second (bytes); a larger one only if a user waits for it. */
const maxAutomaticBytes = 100 * 1024 * 1024;
const cleanedFact = 'retention-cleaned';
/** The search indexes, and the fact that records whether erased words are still in one. */
const indexes = [
  { table: 'search', unmergedAt: 'retention-unmerged' },
  { table: 'sku_search', unmergedAt: 'retention-unmerged-skus' },
] as const;
type SearchIndex = (typeof indexes)[number]['table'];

/** Removes what erasing leaves behind in the file: in the search indexes, in free pages and in the log. */
export function createSpaceCleaner(db: Sqlite) {
  const facts = factStore(db);
  const isFactSet = (name: string): boolean => facts.get(name) === 'yes';
  const mergeableIndexes = indexes.map((one) => ({
    ...one,
    merge: db.prepare<[number]>(`INSERT INTO ${one.table} (${one.table}, rank) VALUES ('merge', ?)`),
  }));
  const selectTotalChanges = db.prepare<[], { n: number }>('SELECT total_changes() AS n');
  const totalChanges = (): number => selectTotalChanges.get()?.n ?? 0;

  /** An index that was never merged counts as unmerged too: changed entries left their old words in it. */
  function createIndexMerger(): () => boolean {
    let mergingIndex: SearchIndex | null = null;
    return () => {
      const next = mergeableIndexes.find(({ unmergedAt }) => facts.get(unmergedAt) !== 'no');
      if (next === undefined) return false;
      const before = totalChanges();
      next.merge.run(mergingIndex === next.table ? pagesPerStep : -pagesPerStep);
      mergingIndex = next.table;
      if (totalChanges() - before >= 2) return true;
      mergingIndex = null;
      facts.set(next.unmergedAt, 'no');
      return mergeableIndexes.some(({ unmergedAt }) => facts.get(unmergedAt) !== 'no');
    };
  }

  return {
    /**
     * Switches on or off that SQLite overwrites deleted content with zeros. Once it is off, the file no longer counts
     * as clean.
     */
    setOverwriting(isWanted: boolean): void {
      db.pragma(`secure_delete = ${isWanted ? 'ON' : 'OFF'}`);
      if (!isWanted && isFactSet(cleanedFact)) facts.set(cleanedFact, 'no');
    },
    /**
     * Notes that words were deleted from a search index, which contains them until it is merged. Part of the caller's
     * transaction.
     */
    markUnmerged(index: SearchIndex): void {
      const name = indexes.find(({ table }) => table === index)?.unmergedAt;
      if (name !== undefined && !isFactSet(name)) facts.set(name, 'yes');
    },
    /** Merges some pages of an index that words were deleted from; returns whether there is more. */
    mergeIndexes: createIndexMerger(),
    /** Truncates the log; returns false if a reader is using it. Does not wait, because captures would wait too. */
    truncateLog(): boolean {
      db.pragma('busy_timeout = 0');
      try {
        const [{ busy } = { busy: 0 }] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
        return busy === 0;
      } finally {
        db.pragma(`busy_timeout = ${busyMs}`);
      }
    },
    /**
     * Vacuums the file once, for content deleted before overwriting was switched on. A large file only if `anyhow`.
     * Returns whether the file is clean.
     */
    vacuumOnce(isForced: boolean): boolean {
      if (isFactSet(cleanedFact)) return true;
      if (!isForced && statSync(db.name).size > maxAutomaticBytes) return false;
      db.exec('VACUUM');
      facts.set(cleanedFact, 'yes');
      return true;
    },
  };
}
