import { problem } from '../../shared/contract/problem.ts';
import { isLocked } from './disk-problem.ts';

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
  /** one item can fail the whole transaction: each is then committed alone, so that only the faulty one rejects */
  retryIndividually?: true;
}

/**
 * Commits items that arrive close together in one transaction with one sync, so that a slow disk does not set the pace.
 */
export function groupCommit<T, R>({
  commit,
  schedule: soon,
  retryIndividually: oneSpoilsAll,
}: GroupCommitHost<T, R>): GroupCommit<T, R> {
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
      // each item alone would wait for the lock as long again
      if (oneSpoilsAll && batch.length > 1 && !isLocked(error)) batch.forEach((one) => writeOrReject([one]));
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
        if (pendingItems.length === 1) soon(flush);
      }),
    flush,
    get pending() {
      return pendingItems.length > 0;
    },
  };
}
