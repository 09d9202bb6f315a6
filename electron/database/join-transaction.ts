import type { Sqlite } from './open-sqlite.ts';

/**
 * `act` within the caller's transaction, or within one of its own. Unlike a transaction within another, what it has written before it
 * throws stays with the caller's: who goes on after it has thrown must not have written.
 */
export function joinTransaction<A extends unknown[], R>(db: Sqlite, act: (...given: A) => R): (...given: A) => R {
  const alone = db.transaction(act);
  return (...given) => (db.inTransaction ? act(...given) : alone.immediate(...given));
}
