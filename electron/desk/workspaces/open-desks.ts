import { reportFault } from '../../platform/link/failure.ts';
import { keepDesk, startReader, type Desk, type DeskOptions } from '../threads/desk.ts';

/** How the desks of data folders are opened. */
export interface OpenDesks {
  /** as its owner; see `keepDesk` */
  keep(options: DeskOptions): Promise<Desk>;
  /** read-only, beside an owner or without one; see `startReader` */
  read(options: DeskOptions): Promise<Desk>;
}

export const workerDesks: OpenDesks = { keep: keepDesk, read: startReader };

/**
 * Shares one read-only desk among all who use it at the same time: opened for the first, closed after the last, so that
 * any number of calls keeps at most one open, and none waits for another.
 */
export function sharedReader(open: () => Promise<Desk>) {
  let shared: { desk: Promise<Desk>; users: number } | null = null;
  let closed: Promise<unknown> = Promise.resolve();
  return async function withReader<T>(use: (desk: Desk) => Promise<T>): Promise<T> {
    const mine = (shared ??= { desk: closed.then(open), users: 0 });
    mine.users += 1;
    try {
      return await use(await mine.desk);
    } finally {
      mine.users -= 1;
      if (mine.users === 0) {
        shared = null;
        closed = mine.desk.then(
          (desk) => desk.close().catch(reportFault),
          () => undefined,
        );
        await closed;
      }
    }
  };
}
