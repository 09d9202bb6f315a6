import type { Sqlite } from './open-sqlite.ts';

/**
 * Runs `act` without syncing its commits, for data that can be derived again from rows on disk. The log is one file, so
 * the next synced commit brings them to the disk too. Not within a transaction.
 */
export function withoutSync<T>(db: Sqlite, fn: () => T): T {
  db.pragma('synchronous = NORMAL');
  try {
    return fn();
  } finally {
    db.pragma('synchronous = FULL');
  }
}
