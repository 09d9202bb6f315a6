import type { Sqlite } from './open-sqlite.ts';

/**
 * Runs `act` in the caller's transaction, or in its own if there is none. Unlike a nested transaction, whatever it
 * writes before it throws stays in the caller's: a caller may only continue after an error if `act` has written
 * nothing.
 */
export function joinTransaction<A extends unknown[], R>(db: Sqlite, fn: (...given: A) => R): (...given: A) => R {
  const ownTransaction = db.transaction(fn);
  return (...given) => (db.inTransaction ? fn(...given) : ownTransaction.immediate(...given));
}
