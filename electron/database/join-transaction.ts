import type { Sqlite } from './open-sqlite.ts';

/**
 * Runs `act` in the caller's transaction, or in its own if there is none. Unlike a nested transaction, whatever it
 * writes before it throws stays in the caller's: a caller may only continue after an error if `act` has written
 * nothing.
 */
export function joinTransaction<A extends unknown[], R>(db: Sqlite, act: (...given: A) => R): (...given: A) => R {
  const alone = db.transaction(act);
  return (...given) => (db.inTransaction ? act(...given) : alone.immediate(...given));
}
