import type { Desk } from '../threads/desk.ts';

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
        closed = mine.desk.then((desk) => desk.close()).catch(() => undefined);
        await closed;
      }
    }
  };
}
