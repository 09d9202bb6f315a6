import { problem } from '../../../shared/contract/problem.ts';
import { isLocked } from './disk-problem.ts';
import type { Sqlite } from './open-sqlite.ts';

/**
 * Runs `fn` in the caller's transaction, or in its own if there is none. Unlike in a nested transaction, what it writes
 * before it throws is not rolled back: after an error, the caller may only continue if `fn` has written nothing.
 */
export function joinTransaction<A extends unknown[], R>(db: Sqlite, fn: (...args: A) => R): (...args: A) => R {
  const ownTransaction = db.transaction(fn);
  return (...args) => (db.inTransaction ? fn(...args) : ownTransaction.immediate(...args));
}

/**
 * Runs `fn` without syncing its commits, for data that can be derived again from rows on disk. The next synced commit
 * syncs them too, since all are in one log file. Not within a transaction.
 */
export function withoutSync<T>(db: Sqlite, fn: () => T): T {
  db.pragma('synchronous = NORMAL');
  try {
    return fn();
  } finally {
    db.pragma('synchronous = FULL');
  }
}

export interface GroupCommit<T, R> {
  /** Resolves to the item's answer once it is on disk. */
  add(item: T): Promise<R>;
  /** Commits pending items now. */
  flush(): void;
  /** Whether items are pending. */
  readonly pending: boolean;
}

export interface GroupCommitHost<T, R> {
  /** writes all items in one transaction and returns an answer or an Error for each; throws if nothing is on disk */
  commit: (items: readonly T[]) => readonly (R | Error)[];
  /** runs its argument once, after events that have already arrived */
  schedule: (run: () => void) => void;
  /** if the transaction fails, each item is committed alone, so that only the faulty one rejects */
  retryIndividually?: true;
}

/** Commits items that arrive close together in one transaction with one sync, since each sync may take long. */
export function groupCommit<T, R>({ commit, schedule, retryIndividually }: GroupCommitHost<T, R>): GroupCommit<T, R> {
  interface PendingItem {
    item: T;
    resolve: (answer: R) => void;
    reject: (error: unknown) => void;
  }
  let pendingItems: PendingItem[] = [];

  function write(batch: readonly PendingItem[]): void {
    const answers = commit(batch.map(({ item }) => item));
    for (const [index, { resolve, reject }] of batch.entries()) {
      const answer = answers[index];
      if (answer instanceof Error) reject(answer);
      else if (index >= answers.length) reject(problem('internal', 'The desk lost an answer of its own.'));
      else resolve(answer as R);
    }
  }

  function writeOrReject(batch: readonly PendingItem[]): void {
    try {
      write(batch);
    } catch (error) {
      // if another program has the lock, each item alone would wait for it again
      if (retryIndividually && batch.length > 1 && !isLocked(error)) batch.forEach((one) => writeOrReject([one]));
      else batch.forEach(({ reject }) => reject(error));
    }
  }

  function flush(): void {
    const batch = pendingItems;
    pendingItems = [];
    if (batch.length > 0) writeOrReject(batch);
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        pendingItems.push({ item, resolve, reject });
        if (pendingItems.length === 1) schedule(flush);
      }),
    flush,
    get pending() {
      return pendingItems.length > 0;
    },
  };
}

/** Minimum log size for a checkpoint: the pages of some captures, which take a few ms. */
const minLogPages = 250;

/** Checkpoints the log while the desk is idle, so that a commit rarely has to. The log is already synced. */
export function createCheckpointer(db: Sqlite) {
  // runs after every write, so it is prepared once
  const selectLogState = db.prepare<[], { log: number; checkpointed: number }>('PRAGMA wal_checkpoint(NOOP)');
  return {
    /** Checkpoints if the log is large enough. Returns false: there is never more to do. */
    processBatch(): false {
      const { log, checkpointed } = selectLogState.get() ?? { log: 0, checkpointed: 0 };
      if (log - checkpointed < minLogPages) return false;
      try {
        db.pragma('wal_checkpoint(PASSIVE)');
      } catch (error) {
        // commits in the log are durable anyway; the next run, or a commit, retries
        if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_'))) throw error;
      }
      return false;
    },
  };
}
