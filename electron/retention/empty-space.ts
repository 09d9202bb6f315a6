import { statSync } from 'node:fs';
import { busyMs, type Sqlite } from '../database/open-sqlite.ts';
import { factStore } from '../outbox/facts.ts';

/** Pages of the index of search written at once. */
const pagesAtOnce = 64;
/** A file up to this size is written anew in about a second (bytes); a larger one only by a person who waits for it. */
const maxByItself = 100 * 1024 * 1024;
const cleanedAt = 'retention-cleaned';
const unmergedAt = 'retention-unmerged';

/** What was erased must not lie on in the file: in the index of search, in free space, in the log. */
export function emptySpace(db: Sqlite) {
  const facts = factStore(db);
  const isYes = (name: string): boolean => facts.get(name) === 'yes';
  const merge = db.prepare<[number]>("INSERT INTO search (search, rank) VALUES ('merge', ?)");
  const changes = db.prepare<[], { n: number }>('SELECT total_changes() AS n');
  const total = (): number => changes.get()?.n ?? 0;

  return {
    /** From now on what is erased or written over is zeros on the disk, at once; or not any more, and then what lies on is more again. */
    keep(isWanted: boolean): void {
      db.pragma(`secure_delete = ${isWanted ? 'ON' : 'OFF'}`);
      if (!isWanted && isYes(cleanedAt)) facts.set(cleanedAt, 'no');
    },
    /** Words were taken out of the index of search, which holds them until it is written anew. Part of the caller's transaction. */
    leaveSearch(): void {
      if (!isYes(unmergedAt)) facts.set(unmergedAt, 'yes');
    },
    /** True before the first time, too: entries that were changed left their words there. */
    isSearchLeft: (): boolean => facts.get(unmergedAt) !== 'no',
    /** Writes the index of search anew, some pages at a time; answers whether there is more. */
    search(isFirst: boolean): boolean {
      const before = total();
      merge.run(isFirst ? -pagesAtOnce : pagesAtOnce);
      const isMore = total() - before >= 2;
      if (!isMore) facts.set(unmergedAt, 'no');
      return isMore;
    },
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
