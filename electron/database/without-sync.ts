import type { Sqlite } from './open-sqlite.ts';

/**
 * Commits what is learned again where it is lost, from rows that are on disk: nobody waits for a sync of it. The log is one file, so that the next commit
 * that is synced brings it to the disk, too. Not within a transaction.
 */
export function withoutSync<T>(db: Sqlite, act: () => T): T {
  db.pragma('synchronous = NORMAL');
  try {
    return act();
  } finally {
    db.pragma('synchronous = FULL');
  }
}
