import { openBook, type Book } from './book.ts';
import { openStock, type Stock } from './stock.ts';
import { writeTogether, type WriteTogether } from './write-together.ts';

/** What every answer is made from. */
export interface Practice {
  book: Book;
  stock: Stock;
  write: WriteTogether;
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
  const write = writeTogether(book.db);
  const started = clock().toString(36);
  let tickets = 0;
  return {
    book,
    stock: openStock(book.db),
    write,
    clock,
    moment,
    ticket: () => `practice-${started}-${(tickets += 1)}`,
    close() {
      write.flush();
      book.db.close();
    },
  };
}
