import { problem } from '../../shared/contract/problem.ts';
import { isLocked } from './disk-problem.ts';

export interface GroupCommit<T, R> {
  /** Resolves with its answer once that is on disk. */
  add(item: T): Promise<R>;
  /** Commits now what waits. */
  flush(): void;
  /** Something waits to be committed. */
  readonly pending: boolean;
}

export interface GroupCommitHost<T, R> {
  /** one transaction for all of them, each answering for itself, an Error where it failed; throws where none of it is on disk */
  commit: (items: readonly T[]) => readonly (R | Error)[];
  /** runs its argument once, after what has arrived already */
  soon: (run: () => void) => void;
  /** one item can spoil the transaction for all: each is then committed alone, and that one tells why */
  oneSpoilsAll?: true;
}

/** Puts what arrives close together into one transaction: one sync of the disk for all of it, so that a slow disk does not set the pace. */
export function groupCommit<T, R>({ commit, soon, oneSpoilsAll }: GroupCommitHost<T, R>): GroupCommit<T, R> {
  interface Waiting {
    item: T;
    resolve: (answer: R) => void;
    reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];

  function write(batch: readonly Waiting[]): void {
    const answers = commit(batch.map(({ item }) => item));
    for (const [index, { resolve, reject }] of batch.entries()) {
      const answer = answers[index];
      if (answer instanceof Error) reject(answer);
      else if (index >= answers.length) reject(problem('internal', 'The desk lost an answer of its own.'));
      else resolve(answer as R);
    }
  }

  function writeOrReject(batch: readonly Waiting[]): void {
    try {
      write(batch);
    } catch (error) {
      // each by itself would wait for the lock as long again
      if (oneSpoilsAll && batch.length > 1 && !isLocked(error)) batch.forEach((one) => writeOrReject([one]));
      else batch.forEach(({ reject }) => reject(error));
    }
  }

  function flush(): void {
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) writeOrReject(batch);
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (waiting.length === 1) soon(flush);
      }),
    flush,
    get pending() {
      return waiting.length > 0;
    },
  };
}
