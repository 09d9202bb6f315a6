import type { Problem } from '../../../shared/contract/problem.ts';
import { problemOf, reportFault } from './failure.ts';
import type { Link } from './link.ts';
import type { CallTypes } from './message.ts';

/** Backoff before a thread is restarted (ms). */
const minBackoffMs = 250;
const maxBackoffMs = 30_000;
/** A thread that lived this long resets the backoff. */
const minLifetimeMs = 60_000;

export interface SupervisedWorker<A extends CallTypes<A>, R = true> {
  /** waits for a start in progress and returns the link; null if the thread is unavailable, see `trouble` */
  ready(): Promise<Link<A, R> | null>;
  /** why the thread is unavailable; null if it is running or was not started yet */
  trouble(): Problem | null;
  /** called each time the thread becomes available, and each time it has ended or failed to start */
  onStatusChange(listener: (trouble: Problem | null) => void): void;
  /** restarts the thread, unless it is starting or has not been used yet */
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
  /** starts the thread, once for concurrent callers, after closing `previousLink` */
  startOnce(previousLink?: Link<A, R> | null): Promise<void>;
  /** detaches and returns the current link */
  detach(): Link<A, R> | null;
};

/**
 * Runs one thread at a time. Calls `onGone` with its lifetime whenever it has ended or failed to start (lifetime 0),
 * unless this is closed.
 */
function supervise<A extends CallTypes<A>, R>(
  start: () => Link<A, R>,
  monotonic: () => number,
  onGone: (lifetimeMs: number) => void,
): SupervisedLink<A, R> {
  const statusListeners: ((trouble: Problem | null) => void)[] = [];
  let current: Link<A, R> | null = null;
  let trouble: Problem | null = null;
  let startPromise: Promise<void> | null = null;
  let hasClosed = false;

  const notifyStatusListeners = (): void => {
    for (const listener of statusListeners) listener(trouble);
  };

  async function startLink(): Promise<void> {
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
      if (!hasClosed) onGone(0);
      return;
    }
    const startedAt = monotonic();
    void link.ended.then(() => {
      if (current !== link) return;
      current = null;
      if (hasClosed) return;
      trouble = workerUnavailable;
      onGone(monotonic() - startedAt);
      notifyStatusListeners();
    });
  }

  function startOnce(previousLink?: Link<A, R> | null): Promise<void> {
    return (startPromise ??= (async () => {
      await previousLink?.close();
      await startLink();
      startPromise = null;
      notifyStatusListeners();
    })());
  }

  function detach(): Link<A, R> | null {
    const previousLink = current;
    if (previousLink) trouble = workerUnavailable;
    current = null;
    return previousLink;
  }

  return {
    startOnce,
    isRunning: () => current !== null,
    isClosed: () => hasClosed,
    async ready() {
      await startPromise;
      return current;
    },
    trouble: () => (current ? null : trouble),
    onStatusChange: (listener) => void statusListeners.push(listener),
    detach,
    async close() {
      hasClosed = true;
      await startPromise;
      await detach()?.close();
    },
  };
}

/**
 * Keeps a thread running: restarts it after any end, with growing backoff. No call is repeated automatically: pending
 * calls are answered with a problem, and the caller may repeat them with the same command id. Starts now or on first
 * use.
 */
export function superviseWorker<A extends CallTypes<A>, R>({
  start,
  monotonic,
  after,
  startMode = 'now',
}: SupervisorHost<A, R>): SupervisedWorker<A, R> {
  let backoffMs = minBackoffMs;
  let cancelRestart = (): void => undefined;
  const supervised = supervise(start, monotonic, (lifetimeMs) => {
    if (lifetimeMs >= minLifetimeMs) backoffMs = minBackoffMs;
    cancelRestart = after(backoffMs, () => void supervised.startOnce());
    backoffMs = Math.min(backoffMs * 2, maxBackoffMs);
  });
  let isLazy = startMode === 'when asked';
  if (!isLazy) void supervised.startOnce();
  return {
    ...supervised,
    ready() {
      if (isLazy && !supervised.isClosed()) void supervised.startOnce();
      isLazy = false;
      return supervised.ready();
    },
    async renew() {
      // a worker that was not used yet has nothing to restart
      if (isLazy || supervised.isClosed()) return;
      cancelRestart();
      await supervised.startOnce(supervised.detach());
    },
    close() {
      cancelRestart();
      return supervised.close();
    },
  };
}

/**
 * A thread started on first use, and again on the next use after it has ended or failed to start. Pending calls are
 * then answered with a problem.
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
      if (!supervised.isRunning() && !supervised.isClosed()) await supervised.startOnce();
      return supervised.ready();
    },
  };
}
