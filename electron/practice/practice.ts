import { groupCommit } from '../database/group-commit.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { openBook, type Book } from './book.ts';
import { drillsIn, type Drills } from './drills.ts';
import { openStock, type Stock } from './stock.ts';

/** What every answer is made from. */
export interface Practice {
  book: Book;
  stock: Stock;
  drills: Drills;
  write: PracticeWrites['write'];
  /** ms since 1970 */
  clock: () => number;
  /** ms until an order made now is decided */
  moment: number;
  /** the next TicketId of an error body */
  ticket: () => string;
  close(): void;
}

/** Opens the practice service's state in a folder, without a server. Errors as `openSqlite`. */
export function openPractice(folder: string, clock: () => number, moment: number): Practice {
  const book = openBook(folder);
  const { write, flush } = practiceWrites(book.db);
  const started = clock().toString(36);
  let tickets = 0;
  return {
    book,
    stock: openStock(book.db),
    drills: drillsIn(book.db),
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

/** A synced commit costs as much for one create as for fifty, so all that came in one turn of the event loop share one. */
export function practiceWrites(db: Sqlite) {
  const commit = db.transaction((writes: readonly (() => unknown)[]) => writes.map(savepoint(db)));
  const { add, flush } = groupCommit<() => unknown, unknown>({
    commit: (writes) => commit.immediate(writes),
    soon: (run) => void setImmediate(run),
  });
  return {
    /** Resolves with what `act` returned once it is on disk. Where it threw nothing of it is; an Error that it returned rejects, too, and the rest is. */
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
