import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { groupCommit } from '../storage/database/transactions.ts';
import { drillStore, type DrillStore } from './drills.ts';
import { openPracticeDatabase, type PracticeDatabase } from './practice-database.ts';
import { openStock, type Stock } from './stock.ts';

/** The state from which every answer is made. */
export interface Practice {
  book: PracticeDatabase;
  stock: Stock;
  drills: DrillStore;
  write: PracticeWrites['write'];
  /** ms since 1970 */
  clock: () => number;
  /** ms until an order made now is decided */
  moment: number;
  /** returns the next TicketId of an error body */
  ticket: () => string;
  close(): void;
}

/** Opens the practice service's state in a folder, without a server. Throws like `openSqlite`. */
export function openPractice(folder: string, clock: () => number, moment: number): Practice {
  const book = openPracticeDatabase(folder);
  const { write, flush } = practiceWrites(book.db);
  const started = clock().toString(36);
  let tickets = 0;
  return {
    book,
    stock: openStock(book.db),
    drills: drillStore(book.db),
    write,
    clock,
    moment,
    ticket: () => `practice-${started}-${(tickets += 1)}`,
    close() {
      flush();
      book.db.close();
    },
  };
}

/**
 * Group commit: a synced commit costs as much for one create as for fifty, so all that arrive in one turn of the event
 * loop share one.
 */
export function practiceWrites(db: Sqlite) {
  const commit = db.transaction((writes: readonly (() => unknown)[]) => writes.map(savepoint(db)));
  const { add, flush } = groupCommit<() => unknown, unknown>({
    commit: (writes) => commit.immediate(writes),
    schedule: (run) => void setImmediate(run),
  });
  return {
    /**
     * Resolves with the result of `act` once it is on disk. If `act` throws, nothing of it is written; if it returns an
     * Error, the promise rejects although it is written.
     */
    write: <T>(act: () => T): Promise<Exclude<T, Error>> => add(act) as Promise<Exclude<T, Error>>,
    flush,
  };
}
type PracticeWrites = ReturnType<typeof practiceWrites>;

const savepoint =
  (db: Sqlite) =>
  (act: () => unknown): unknown => {
    try {
      return db.transaction(act)();
    } catch (error) {
      if (error instanceof Error) return error;
      throw error;
    }
  };
