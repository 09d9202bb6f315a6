import type { Problem, Result } from '../../shared/contract/problem.ts';
import type { NumberedEvent } from '../../shared/contract/desk-events.ts';
import { problemOf } from './failure.ts';
import type { Link } from './link.ts';

/** Wait before a worker is begun again (ms): at once the first time, then ever longer. */
const firstAgainMs = 250;
const maxAgainMs = 30_000;
/** Who lived this long (ms) is no worker that ends as soon as it begins. */
const livedMs = 60_000;

export interface KeptLink {
  call(name: string, input: unknown): Promise<Result<unknown>>;
  onEvent(listener: (event: NumberedEvent) => void): void;
  /** why it does not answer now; null while it does */
  trouble(): Problem | null;
  /** called each time it begins to answer again, and each time it has ended or could not begin */
  onTurn(listener: (trouble: Problem | null) => void): void;
  /** ends the worker and begins a new one */
  renew(): Promise<void>;
  close(): Promise<void>;
}

export interface KeptLinkHost {
  start: () => Link;
  /** ms of a clock that is never set */
  monotonic: () => number;
  after: (ms: number, run: () => void) => () => void;
}

/**
 * A worker that is begun again however it ended, ever more rarely while it does not begin. Nothing is sent twice by itself: what
 * was under way is answered as not known, and whoever asked asks again, with the same command. Settles when its first begin has
 * come to an end, well or not.
 */
export async function keepLink({ start, monotonic, after }: KeptLinkHost): Promise<KeptLink> {
  const hearers: ((event: NumberedEvent) => void)[] = [];
  const watchers: ((trouble: Problem | null) => void)[] = [];
  let current: Link | null = null;
  let trouble: Problem | null = null;
  let opening: Promise<void> = Promise.resolve();
  let isOpening = false;
  let closed = false;
  let againMs = firstAgainMs;
  let cancel = (): void => undefined;

  const tell = (): void => {
    for (const watcher of watchers) watcher(trouble);
  };

  async function open(): Promise<void> {
    let link: Link | undefined;
    try {
      // throws where the machine has no thread or port left
      link = start();
      link.onEvent((event) => {
        for (const hear of hearers) hear(event);
      });
      await link.ready;
      current = link;
      trouble = null;
    } catch (error) {
      // what it held is free again only when it has ended
      await link?.close();
      trouble = problemOf(error);
      beginLater();
      return;
    }
    const began = monotonic();
    void link.ended.then(() => {
      if (current !== link) return;
      current = null;
      if (closed) return;
      if (monotonic() - began >= livedMs) againMs = firstAgainMs;
      trouble = ended;
      beginLater();
      tell();
    });
  }

  function begin(): Promise<void> {
    isOpening = true;
    opening = open().finally(() => {
      isOpening = false;
      tell();
    });
    return opening;
  }

  function beginLater(): void {
    if (closed) return;
    cancel = after(againMs, () => void begin());
    againMs = Math.min(againMs * 2, maxAgainMs);
  }

  await begin();
  return {
    async call(name, input) {
      if (isOpening) await opening;
      if (current) return current.call(name, input);
      return { ok: false, problem: trouble ?? ended };
    },
    onEvent: (listener) => void hearers.push(listener),
    trouble: () => (current ? null : (trouble ?? ended)),
    onTurn: (listener) => void watchers.push(listener),
    async renew() {
      if (closed || isOpening) return;
      cancel();
      const before = current;
      current = null;
      trouble = ended;
      isOpening = true;
      opening = (async () => {
        await before?.close();
        await begin();
      })();
      await opening;
    },
    async close() {
      closed = true;
      cancel();
      await opening;
      const last = current;
      current = null;
      await last?.close();
    },
  };
}

/** The answer of a worker that is not there now. */
export const ended: Problem = {
  kind: 'desk-gone',
  message: 'This part of the desk has ended and is being begun again. Do it again in a moment; nothing is done twice.',
};
