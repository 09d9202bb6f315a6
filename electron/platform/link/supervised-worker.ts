import type { Problem } from '../../../shared/contract/problem.ts';
import { problemOf, reportFault } from './failure.ts';
import type { Link } from './link.ts';
import type { CallTypes } from './message.ts';

/** Backoff before a thread is restarted (ms). */
const minBackoffMs = 250;
const maxBackoffMs = 30_000;
/** A thread that lived this long (ms) resets the backoff. */
const minLifetimeMs = 60_000;

export interface SupervisedWorker<A extends CallTypes<A>, R = true> {
  /** the thread's link, after waiting for its start; null if it is unavailable, with the reason in `trouble` */
  ready(): Promise<Link<A, R> | null>;
  /** why the thread does not answer now; null if nothing is wrong */
  trouble(): Problem | null;
  /** called each time the thread becomes available, and each time it has ended or failed to start */
  onStatusChange(listener: (trouble: Problem | null) => void): void;
  /** restarts the thread; does nothing while it is starting */
  renew(): Promise<void>;
  close(): Promise<void>;
}

export interface SupervisorHost<A extends CallTypes<A>, R> {
  start: () => Link<A, R>;
  /** a monotonic clock (ms) */
  monotonic: () => number;
  after: (ms: number, run: () => void) => () => void;
  /** default: now */
  startMode?: 'now' | 'when asked';
}

/** The answer while a thread is not available. */
export const workerUnavailable: Problem = {
  kind: 'desk-gone',
  message: 'This part of the desk has ended and is being begun again. Do it again in a moment; nothing is done twice.',
};

type SupervisedLink<A extends CallTypes<A>, R> = Omit<SupervisedWorker<A, R>, 'renew'> & {
  isRunning(): boolean;
  isClosed(): boolean;
  /** starts the thread, once for concurrent callers, after ending `before` */
  begin(before?: Link<A, R> | null): Promise<void>;
  /** detaches and returns the current link */
  detach(): Link<A, R> | null;
};

/**
 * Runs one thread at a time. Unless closed, calls `onGone` with its lifetime (ms) whenever it has ended or failed to
 * start.
 */
function supervise<A extends CallTypes<A>, R>(
  start: () => Link<A, R>,
  monotonic: () => number,
  onGone: (livedFor: number) => void,
): SupervisedLink<A, R> {
  const watchers: ((trouble: Problem | null) => void)[] = [];
  let current: Link<A, R> | null = null;
  let trouble: Problem | null = null;
  let opening: Promise<void> | null = null;
  let closed = false;

  const notifyWatchers = (): void => {
    for (const watcher of watchers) watcher(trouble);
  };

  async function open(): Promise<void> {
    let link: Link<A, R> | undefined;
    try {
      // throws if the system has no thread or port left
      link = start();
      await link.ready;
      current = link;
      trouble = null;
    } catch (error) {
      // its resources are free only after it has ended
      await link?.close();
      if (link === undefined) reportFault(error);
      trouble = problemOf(error);
      if (!closed) onGone(0);
      return;
    }
    const began = monotonic();
    void link.ended.then(() => {
      if (current !== link) return;
      current = null;
      if (closed) return;
      trouble = workerUnavailable;
      onGone(monotonic() - began);
      notifyWatchers();
    });
  }

  function begin(before?: Link<A, R> | null): Promise<void> {
    return (opening ??= (async () => {
      await before?.close();
      await open();
      opening = null;
      notifyWatchers();
    })());
  }

  function detach(): Link<A, R> | null {
    const before = current;
    if (before) trouble = workerUnavailable;
    current = null;
    return before;
  }

  return {
    begin,
    isRunning: () => current !== null,
    isClosed: () => closed,
    async ready() {
      await opening;
      return current;
    },
    trouble: () => (current ? null : trouble),
    onStatusChange: (listener) => void watchers.push(listener),
    detach,
    async close() {
      closed = true;
      await opening;
      await detach()?.close();
    },
  };
}

/**
 * Keeps a thread running: restarts it after any end, with backoff while it fails to start. No call is repeated
 * automatically: a pending one is answered as unknown, and its caller repeats it with the same command id. Starts now,
 * or on first use; `there` settles when the start has succeeded or failed.
 */
export function superviseWorker<A extends CallTypes<A>, R>({
  start,
  monotonic,
  after,
  startMode = 'now',
}: SupervisorHost<A, R>): SupervisedWorker<A, R> {
  let backoffMs = minBackoffMs;
  let cancel = (): void => undefined;
  const supervised = supervise(start, monotonic, (livedFor) => {
    if (livedFor >= minLifetimeMs) backoffMs = minBackoffMs;
    cancel = after(backoffMs, () => void supervised.begin());
    backoffMs = Math.min(backoffMs * 2, maxBackoffMs);
  });
  let isLazy = startMode === 'when asked';
  if (!isLazy) void supervised.begin();
  return {
    ...supervised,
    ready() {
      if (isLazy && !supervised.isClosed()) void supervised.begin();
      isLazy = false;
      return supervised.ready();
    },
    async renew() {
      // A lazy worker will start fresh anyway.
      if (isLazy || supervised.isClosed()) return;
      cancel();
      await supervised.begin(supervised.detach());
    },
    close() {
      cancel();
      return supervised.close();
    },
  };
}

/**
 * A thread started on first use; until then nothing is wrong with it, and there is nothing to end. After a failed start
 * or an end, pending callers get a problem, and the next call starts it again.
 */
export function lazyWorker<A extends CallTypes<A>, R>(start: () => Link<A, R>): Omit<SupervisedWorker<A, R>, 'renew'> {
  const supervised = supervise(
    start,
    () => 0,
    () => undefined,
  );
  return {
    ...supervised,
    async ready() {
      if (!supervised.isRunning() && !supervised.isClosed()) await supervised.begin();
      return supervised.ready();
    },
  };
}
