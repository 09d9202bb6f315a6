import { statSync } from 'node:fs';
import { busyMs, type Sqlite } from '../database/open-sqlite.ts';
import { factStore } from '../outbox/facts.ts';

/** Pages of the index of search written at once. */
const pagesAtOnce = 64;
/** A file up to this size is written anew in about a second (bytes); a larger one only by a person who waits for it. */
const maxByItself = 100 * 1024 * 1024;
const cleanedAt = 'retention-cleaned';
/** The indexes of search, and under which name it is kept that words which were taken out of one are still in it. */
const indexes = [
  { table: 'search', unmergedAt: 'retention-unmerged' },
  { table: 'sku_search', unmergedAt: 'retention-unmerged-skus' },
] as const;
type SearchIndex = (typeof indexes)[number]['table'];

/** What was erased must not lie on in the file: in the index of search, in free space, in the log. */
export function emptySpace(db: Sqlite) {
  const facts = factStore(db);
  const isYes = (name: string): boolean => facts.get(name) === 'yes';
  const merged = indexes.map((one) => ({
    ...one,
    merge: db.prepare<[number]>(`INSERT INTO ${one.table} (${one.table}, rank) VALUES ('merge', ?)`),
  }));
  const changes = db.prepare<[], { n: number }>('SELECT total_changes() AS n');
  const total = (): number => changes.get()?.n ?? 0;

  /** Before the first time words are left, too: entries that were changed left theirs there. */
  function indexWriter(): () => boolean {
    let underWay: SearchIndex | null = null;
    return () => {
      const next = merged.find(({ unmergedAt }) => facts.get(unmergedAt) !== 'no');
      if (next === undefined) return false;
      const before = total();
      next.merge.run(underWay === next.table ? pagesAtOnce : -pagesAtOnce);
      underWay = next.table;
      if (total() - before >= 2) return true;
      underWay = null;
      facts.set(next.unmergedAt, 'no');
      return merged.some(({ unmergedAt }) => facts.get(unmergedAt) !== 'no');
    };
  }

  return {
    /** From now on what is erased or written over is zeros on the disk, at once; or not any more, and then what lies on is more again. */
    keep(isWanted: boolean): void {
      db.pragma(`secure_delete = ${isWanted ? 'ON' : 'OFF'}`);
      if (!isWanted && isYes(cleanedAt)) facts.set(cleanedAt, 'no');
    },
    /** Words were taken out of an index of search, which holds them until it is written anew. Part of the caller's transaction. */
    leaveSearch(index: SearchIndex): void {
      const name = indexes.find(({ table }) => table === index)?.unmergedAt;
      if (name !== undefined && !isYes(name)) facts.set(name, 'yes');
    },
    /** Writes an index anew that words were taken out of, some pages at a time; answers whether there is more. */
    search: indexWriter(),
    /** Empties the log; false where somebody reads in it just now. Waits for nobody: captures would wait too. */
    log(): boolean {
      db.pragma('busy_timeout = 0');
      try {
        const [{ busy } = { busy: 0 }] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
        return busy === 0;
      } finally {
        db.pragma(`busy_timeout = ${busyMs}`);
      }
    },
    /** Once: what was erased or written over before that. A large file only where `anyhow`. */
    before(anyhow: boolean): boolean {
      if (isYes(cleanedAt)) return true;
      if (!anyhow && statSync(db.name).size > maxByItself) return false;
      db.exec('VACUUM');
      facts.set(cleanedAt, 'yes');
      return true;
    },
  };
}
