import type { Problem } from '../../../shared/contract/problem.ts';
import { problemOf, reportFault } from './failure.ts';
import type { Link } from './link.ts';
import type { Asks } from './message.ts';

/** Wait before a thread is begun again (ms): at once the first time, then ever longer. */
const firstAgainMs = 250;
const maxAgainMs = 30_000;
/** Who lived this long (ms) is no thread that ends as soon as it begins. */
const livedMs = 60_000;

export interface KeptLink<A extends Asks<A>, R = true, E = never> {
  /** its link, waited for while it begins; null where it is not there now, and `trouble` says why */
  there(): Promise<Link<A, R, E> | null>;
  onEvent(listener: (event: E) => void): void;
  /** why it does not answer now; null while nothing is wrong with it */
  trouble(): Problem | null;
  /** called each time it begins to answer again, and each time it has ended or could not begin */
  onTurn(listener: (trouble: Problem | null) => void): void;
  /** ends the thread and begins a new one; does nothing while one is being begun */
  renew(): Promise<void>;
  close(): Promise<void>;
}

export interface KeptLinkHost<A extends Asks<A>, R, E> {
  start: () => Link<A, R, E>;
  /** ms of a clock that is never set */
  monotonic: () => number;
  after: (ms: number, run: () => void) => () => void;
  /** left out: now */
  begins?: 'now' | 'when asked';
}

/** The answer of a thread that is not there now. */
export const notThere: Problem = {
  kind: 'desk-gone',
  message: 'This part of the desk has ended and is being begun again. Do it again in a moment; nothing is done twice.',
};

type Supervised<A extends Asks<A>, R, E> = Omit<KeptLink<A, R, E>, 'renew'> & {
  isThere(): boolean;
  isClosed(): boolean;
  /** begins it, once for all who ask meanwhile; `before` is ended first */
  begin(before?: Link<A, R, E> | null): Promise<void>;
  /** lets the one that is there go; the answer is it */
  leave(): Link<A, R, E> | null;
};

/** One thread at a time. `onGone` is called each time it has ended, or could not begin, with how long it lived (ms); not once it is closed. */
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
      // throws where the machine has no thread or port left
      link = start();
      link.onEvent((event) => {
        for (const listener of listeners) listener(event);
      });
      await link.ready;
      current = link;
      trouble = null;
    } catch (error) {
      // what it held is free again only when it has ended
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
 * A thread that is begun again however it ended, ever more rarely while it does not begin. Nothing is sent twice by itself: what
 * was under way is answered as not known, and whoever asked asks again, with the same command. It is being begun from now on, or when it is
 * first asked: `there` settles when that has come to an end, well or not.
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
      // who was never asked begins with what is there then
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
 * A thread that begins when it is first asked something; until then nothing is wrong with it, and there is nothing to end. Where it could
 * not begin, or has ended, who was asking is told, and who asks next has it begun anew.
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
