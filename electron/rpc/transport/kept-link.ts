import type { Problem } from '../../../shared/contract/problem.ts';
import { problemOf, reportFault } from './failure.ts';
import type { Link } from './link.ts';
import type { Asks } from './message.ts';

/** Backoff before a thread is restarted (ms). */
const firstAgainMs = 250;
const maxAgainMs = 30_000;
/** A thread that lived this long (ms) resets the backoff. */
const livedMs = 60_000;

export interface KeptLink<A extends Asks<A>, R = true, E = never> {
  /** the thread's link, after waiting for its start; null if it is unavailable, with the reason in `trouble` */
  there(): Promise<Link<A, R, E> | null>;
  onEvent(listener: (event: E) => void): void;
  /** why the thread does not answer now; null if nothing is wrong */
  trouble(): Problem | null;
  /** called each time the thread becomes available, and each time it has ended or failed to start */
  onTurn(listener: (trouble: Problem | null) => void): void;
  /** restarts the thread; does nothing while it is starting */
  renew(): Promise<void>;
  close(): Promise<void>;
}

export interface KeptLinkHost<A extends Asks<A>, R, E> {
  start: () => Link<A, R, E>;
  /** a monotonic clock (ms) */
  monotonic: () => number;
  after: (ms: number, run: () => void) => () => void;
  /** default: now */
  begins?: 'now' | 'when asked';
}

/** The answer while a thread is not available. */
export const notThere: Problem = {
  kind: 'desk-gone',
  message: 'This part of the desk has ended and is being begun again. Do it again in a moment; nothing is done twice.',
};

type Supervised<A extends Asks<A>, R, E> = Omit<KeptLink<A, R, E>, 'renew'> & {
  isThere(): boolean;
  isClosed(): boolean;
  /** starts the thread, once for concurrent callers, after ending `before` */
  begin(before?: Link<A, R, E> | null): Promise<void>;
  /** detaches and returns the current link */
  leave(): Link<A, R, E> | null;
};

/**
 * Runs one thread at a time. Unless closed, calls `onGone` with its lifetime (ms) whenever it has ended or failed to
 * start.
 */
function supervise<A extends Asks<A>, R, E>(
  start: () => Link<A, R, E>,
  monotonic: () => number,
  onGone: (livedFor: number) => void,
): Supervised<A, R, E> {
  const listeners: ((event: E) => void)[] = [];
  const watchers: ((trouble: Problem | null) => void)[] = [];
  let current: Link<A, R, E> | null = null;
  let trouble: Problem | null = null;
  let opening: Promise<void> | null = null;
  let closed = false;

  const notifyWatchers = (): void => {
    for (const watcher of watchers) watcher(trouble);
  };

  async function open(): Promise<void> {
    let link: Link<A, R, E> | undefined;
    try {
      // throws if the system has no thread or port left
      link = start();
      link.onEvent((event) => {
        for (const listener of listeners) listener(event);
      });
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
      trouble = notThere;
      onGone(monotonic() - began);
      notifyWatchers();
    });
  }

  function begin(before?: Link<A, R, E> | null): Promise<void> {
    return (opening ??= (async () => {
      await before?.close();
      await open();
      opening = null;
      notifyWatchers();
    })());
  }

  function leave(): Link<A, R, E> | null {
    const before = current;
    if (before) trouble = notThere;
    current = null;
    return before;
  }

  return {
    begin,
    isThere: () => current !== null,
    isClosed: () => closed,
    async there() {
      await opening;
      return current;
    },
    onEvent: (listener) => void listeners.push(listener),
    trouble: () => (current ? null : trouble),
    onTurn: (listener) => void watchers.push(listener),
    leave,
    async close() {
      closed = true;
      await opening;
      await leave()?.close();
    },
  };
}

/**
 * Keeps a thread running: restarts it after any end, with backoff while it fails to start. No call is repeated
 * automatically: a pending one is answered as unknown, and its caller repeats it with the same command id. Starts now,
 * or on first use; `there` settles when the start has succeeded or failed.
 */
export function keepLink<A extends Asks<A>, R, E>({
  start,
  monotonic,
  after,
  begins = 'now',
}: KeptLinkHost<A, R, E>): KeptLink<A, R, E> {
  let againMs = firstAgainMs;
  let cancel = (): void => undefined;
  const one = supervise(start, monotonic, (livedFor) => {
    if (livedFor >= livedMs) againMs = firstAgainMs;
    cancel = after(againMs, () => void one.begin());
    againMs = Math.min(againMs * 2, maxAgainMs);
  });
  let waits = begins === 'when asked';
  if (!waits) void one.begin();
  return {
    ...one,
    there() {
      if (waits && !one.isClosed()) void one.begin();
      waits = false;
      return one.there();
    },
    async renew() {
      // A lazy worker will start fresh anyway.
      if (waits || one.isClosed()) return;
      cancel();
      await one.begin(one.leave());
    },
    close() {
      cancel();
      return one.close();
    },
  };
}

/**
 * A thread started on first use; until then nothing is wrong with it, and there is nothing to end. After a failed start
 * or an end, pending callers get a problem, and the next call starts it again.
 */
export function linkWhenAsked<A extends Asks<A>, R, E>(start: () => Link<A, R, E>): Omit<KeptLink<A, R, E>, 'renew'> {
  const one = supervise(
    start,
    () => 0,
    () => undefined,
  );
  return {
    ...one,
    async there() {
      if (!one.isThere() && !one.isClosed()) await one.begin();
      return one.there();
    },
  };
}
