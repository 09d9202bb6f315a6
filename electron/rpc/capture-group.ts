import { problem } from '../../shared/contract/problem.ts';

/**
 * Puts what arrives close together into one transaction, so that many captures cost one sync. `commit` runs a batch and
 * answers each item, or throws where none of it is on disk; `soon` runs its argument once, after what has arrived already.
 */
export function captureGroupCommit<T, R>(
  commit: (items: readonly T[]) => (R | Error)[],
  soon: (run: () => void) => void,
) {
  let waiting: { item: T; resolve: (answer: R) => void; reject: (error: unknown) => void }[] = [];

  function flush(): void {
    const batch = waiting;
    waiting = [];
    try {
      const answers = commit(batch.map(({ item }) => item));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const answer = answers[index];
        if (answer instanceof Error) reject(answer);
        else if (answer === undefined) reject(problem('internal', 'The desk lost an answer of its own.'));
        else resolve(answer);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return function add(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (waiting.length === 1) soon(flush);
    });
  };
}
