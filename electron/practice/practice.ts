import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { groupCommit } from '../storage/database/transactions.ts';
import { drillStore, type DrillStore } from './drills.ts';
import { openPracticeDatabase, type PracticeDatabase } from './practice-database.ts';
import { openStock, type Stock } from './stock.ts';

/** The state of the practice service, from which it answers. */
export interface Practice {
  database: PracticeDatabase;
  stock: Stock;
  drills: DrillStore;
  write: PracticeWrites['write'];
  /** ms since 1970 */
  clock: () => number;
  /** length of a moment for objects made now (ms): by default, an order is decided after one */
  momentMs: number;
  /** returns the next TicketId of an error body */
  nextTicket: () => string;
  close(): void;
}

/** Opens the practice service's state in a folder, without a server. Throws like `openSqlite`. */
export function openPractice(folder: string, clock: () => number, momentMs: number): Practice {
  const database = openPracticeDatabase(folder);
  const { write, flush } = practiceWrites(database.db);
  const startId = clock().toString(36);
  let ticketCount = 0;
  return {
    database,
    stock: openStock(database.db),
    drills: drillStore(database.db),
    write,
    clock,
    momentMs,
    nextTicket: () => `practice-${startId}-${(ticketCount += 1)}`,
    close() {
      flush();
      database.db.close();
    },
  };
}

/**
 * Commits the writes of one turn of the event loop together: a synced commit takes as long for one create as for fifty.
 */
export function practiceWrites(db: Sqlite) {
  const commit = db.transaction((writes: readonly (() => unknown)[]) => writes.map(savepoint(db)));
  const { add, flush } = groupCommit<() => unknown, unknown>({
    commit: (writes) => commit.immediate(writes),
    schedule: (callback) => void setImmediate(callback),
  });
  return {
    /**
     * Resolves with the result of the action once its writes are on disk. If it throws, none of its writes are kept; if
     * it returns an Error, the promise rejects, and the writes are kept.
     */
    write: <T>(action: () => T): Promise<Exclude<T, Error>> => add(action) as Promise<Exclude<T, Error>>,
    flush,
  };
}
type PracticeWrites = ReturnType<typeof practiceWrites>;

const savepoint =
  (db: Sqlite) =>
  (action: () => unknown): unknown => {
    try {
      return db.transaction(action)();
    } catch (error) {
      if (error instanceof Error) return error;
      throw error;
    }
  };
