import { reportFault } from '../../platform/link/failure.ts';
import { keepDesk, startReader, type Desk, type DeskOptions } from '../threads/desk.ts';

/** Opens the desks of data folders. */
export interface OpenDesks {
  /** opens a folder as its owner; see `keepDesk` */
  openAsOwner(options: DeskOptions): Promise<Desk>;
  /** opens a folder read-only, beside an owner or without one; see `startReader` */
  openForReading(options: DeskOptions): Promise<Desk>;
}

export const workerDesks: OpenDesks = { openAsOwner: keepDesk, openForReading: startReader };

/**
 * Shares one read-only desk among all who use it at the same time: opened for the first, closed after the last, so that
 * any number of calls keeps at most one open, and none waits for another.
 */
export function sharedReader(open: () => Promise<Desk>) {
  let shared: { desk: Promise<Desk>; users: number } | null = null;
  let lastClose: Promise<unknown> = Promise.resolve();
  return async function withReader<T>(action: (desk: Desk) => Promise<T>): Promise<T> {
    const reader = (shared ??= { desk: lastClose.then(open), users: 0 });
    reader.users += 1;
    try {
      return await action(await reader.desk);
    } finally {
      reader.users -= 1;
      if (reader.users === 0) {
        shared = null;
        lastClose = reader.desk.then(
          (desk) => desk.close().catch(reportFault),
          () => undefined,
        );
        await lastClose;
      }
    }
  };
}
