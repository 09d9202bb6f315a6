import type { Sqlite } from '../database/open-sqlite.ts';

/** Runs writes, several in one transaction where several wait. */
export interface WriteTogether {
  /** Resolves with what `write` returned once it is on disk; rejects where it threw, the others being untouched by that. */
  <T>(write: () => T): Promise<T>;
  /** Does now what waits. */
  flush(): void;
}

/**
 * A synced commit costs as much for one create as for fifty, so all creates that came in one turn of the event loop share
 * one. No answer leaves before its commit.
 */
export function writeTogether(db: Sqlite): WriteTogether {
  let waiting: { run: () => () => void; fail: (error: unknown) => void }[] = [];

  const commit = db.transaction((jobs: typeof waiting): (() => void)[] => jobs.map(({ run }) => run()));

  function flush(): void {
    const jobs = waiting;
    waiting = [];
    if (jobs.length === 0) return;
    try {
      for (const tell of commit.immediate(jobs)) tell();
    } catch (error) {
      for (const { fail } of jobs) fail(error);
    }
  }

  function enqueue<T>(write: () => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const alone = db.transaction(write);
    const run = () => {
      try {
        const result = alone();
        return () => resolve(result);
      } catch (error) {
        return () => reject(error);
      }
    };
    if (waiting.length === 0) setImmediate(flush);
    waiting.push({ run, fail: reject });
    return promise;
  }

  return Object.assign(enqueue, { flush });
}
