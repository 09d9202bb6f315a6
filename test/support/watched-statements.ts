import type { Sqlite } from '../../electron/storage/database/open-sqlite.ts';

/** Wraps a connection and records the text of every statement prepared through it. */
export function watchStatements(db: Sqlite): { db: Sqlite; statements: Set<string> } {
  const statements = new Set<string>();
  const watchedDb = Object.create(db, {
    prepare: {
      value(sql: string) {
        statements.add(sql);
        return db.prepare(sql);
      },
    },
    // These need the connection itself as `this`.
    transaction: { value: db.transaction.bind(db) },
    pragma: { value: db.pragma.bind(db) },
    inTransaction: { get: () => db.inTransaction },
  }) as Sqlite;
  return { db: watchedDb, statements };
}

/**
 * SQLite's query plan for a statement, one line per step. Parameter values do not matter, because no statistics are
 * kept.
 */
export function queryPlanOf(db: Sqlite, sql: string): string[] {
  const withoutParameters = sql.replaceAll(/\?|@\w+/g, '1');
  return db
    .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${withoutParameters}`)
    .all()
    .map(({ detail }) => detail);
}
