import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { replacePrivately } from '../private-files/write-private.ts';
import { serialQueue } from '../rpc/transport/serial-queue.ts';

/** Wrong PINs of one operator in a row that cost nothing: people mistype. */
const freeTries = 5;
const firstWaitMs = 1000;
const longestWaitMs = 60_000;
/** After this time without a wrong PIN earlier ones no longer count (ms): an operator is not slowed for ever. */
const forgetMs = 24 * 3_600_000;
/** Attempts that wait for one operator at a time; further ones are not checked. */
const maxWaiting = 5;

const kept = z.array(z.tuple([z.string(), z.object({ times: z.int().min(0), at: z.number() })]));
type Counts = Map<string, { times: number; at: number }>;

/** The result of a PIN check; `unseen`: no PIN was checked. */
export type PinLook = 'right' | 'wrong' | 'unseen';

export interface WrongPinsHost {
  /**
   * folder of the host, which belongs to the program and not to one data folder, so that neither a change of folder nor
   * a restart resets the count
   */
  folder: string;
  now: () => number;
  /** runs a function once after `ms` */
  after: (ms: number, run: () => void) => void;
  report: (error: unknown) => void;
}

/** How long the next attempt waits after so many wrong PINs in a row (ms): longer each time, up to a minute. */
export const waitAfter = (times: number): number =>
  times < freeTries ? 0 : Math.min(firstWaitMs * 2 ** (times - freeTries), longestWaitMs);

export type WrongPins = ReturnType<typeof wrongPins>;

/**
 * Counts wrong PINs in a row by operator, and delays the next attempt for that operator: guessing is slow, and the
 * right PIN is still accepted. Attempts for one operator are checked one after the other, so that parallel ones are no
 * faster.
 */
export function wrongPins({ folder, now, after, report }: WrongPinsHost) {
  const file = join(folder, 'wrong-pins.json');
  const counts = read(file);
  const writing = serialQueue();
  const lines = new Map<string, { last: Promise<unknown>; waiting: number }>();

  /** If the disk fails, the counts of this run still apply. */
  const write = (): Promise<void> =>
    writing(async () => {
      for (const [name, { at }] of counts) if (now() - at > forgetMs) counts.delete(name);
      makePrivateFolder(folder);
      await replacePrivately(file, (unfinished) => writeFile(unfinished, JSON.stringify([...counts]), { flush: true }));
    }).catch(report);

  function countOf(name: string): number {
    const count = counts.get(name);
    return count === undefined || now() - count.at > forgetMs ? 0 : count.times;
  }

  /** How long until a PIN of this operator is checked (ms); a clock that was set back does not make it longer. */
  function waitOf(name: string): number {
    const wait = waitAfter(countOf(name));
    const since = now() - (counts.get(name)?.at ?? 0);
    return since < 0 ? wait : Math.max(0, wait - since);
  }

  async function lookNow<T>(name: string, look: () => Promise<T>, isRight: (seen: T) => PinLook): Promise<T> {
    const wait = waitOf(name);
    if (wait > 0) await new Promise<void>((resolve) => after(wait, resolve));
    const seen = await look();
    const found = isRight(seen);
    if (found === 'wrong') {
      counts.set(name, { times: countOf(name) + 1, at: now() });
      // a restart right after the answer must know of it
      await write();
    } else if (found === 'right') await forget(name);
    return seen;
  }

  async function forget(name: string): Promise<void> {
    if (counts.delete(name)) await write();
  }

  return {
    /** Checks a PIN of an operator in its turn; null: too many wait already, and it was not checked. */
    async look<T>(name: string, look: () => Promise<T>, isRight: (seen: T) => PinLook): Promise<T | null> {
      const line = lines.get(name) ?? { last: Promise.resolve(), waiting: 0 };
      if (line.waiting >= maxWaiting) return null;
      lines.set(name, line);
      line.waiting += 1;
      const seen = line.last.then(() => lookNow(name, look, isRight));
      line.last = seen.catch(() => undefined);
      try {
        return await seen;
      } finally {
        line.waiting -= 1;
        if (line.waiting === 0) lines.delete(name);
      }
    },
    waitOf,
    /** How long the next attempt waits after the last wrong one (ms). */
    nextWaitOf: (name: string): number => waitAfter(countOf(name)),
    /** Resets the count after a supervisor has set up this operator: the next PIN is checked at once. */
    forget,
  };
}

/** A file that cannot be read counts as empty. */
function read(file: string): Counts {
  try {
    return new Map(kept.parse(JSON.parse(readFileSync(file, 'utf8'))));
  } catch {
    return new Map();
  }
}
