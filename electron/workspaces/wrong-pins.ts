import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { replacePrivately } from '../private-files/write-private.ts';
import { serialQueue } from '../rpc/transport/serial-queue.ts';

/** So many wrong PINs of one operator in a row cost nothing: people mistype. */
const freeTries = 5;
const firstWaitMs = 1000;
const longestWaitMs = 60_000;
/** An operator is not slow for ever: after so long without a wrong PIN nothing is known of those before (ms). */
const forgetMs = 24 * 3_600_000;
/** So many tries wait for one operator at a time; further ones are not looked at. */
const maxWaiting = 5;

const kept = z.array(z.tuple([z.string(), z.object({ times: z.int().min(0), at: z.number() })]));
type Counts = Map<string, { times: number; at: number }>;

/** What became of a PIN: `unseen` where nobody looked at it. */
export type PinLook = 'right' | 'wrong' | 'unseen';

export interface WrongPinsHost {
  /** the folder of the host: of the program, not of one data folder, so that neither a change of folder nor a restart begins the count again */
  folder: string;
  now: () => number;
  /** runs its argument once after that many ms */
  after: (ms: number, run: () => void) => void;
  report: (error: unknown) => void;
}

/** How long the next try waits after so many wrong PINs in a row (ms): longer each time, up to a minute. */
export const waitAfter = (times: number): number =>
  times < freeTries ? 0 : Math.min(firstWaitMs * 2 ** (times - freeTries), longestWaitMs);

export type WrongPins = ReturnType<typeof wrongPins>;

/**
 * Counts wrong PINs by operator, in a row, and has the next try of that operator wait: whoever tries is slow, and the right PIN is taken all the same.
 * Tries of one operator are looked at one after the other, so that many at once are no faster.
 */
export function wrongPins({ folder, now, after, report }: WrongPinsHost) {
  const file = join(folder, 'wrong-pins.json');
  const counts = read(file);
  const writing = serialQueue();
  const lines = new Map<string, { last: Promise<unknown>; waiting: number }>();

  /** What the disk does not take slows nobody less: the counts of this run hold. */
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

  /** How long until a PIN of this operator is looked at (ms); a clock that was set back does not make it longer. */
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
    /** Has a PIN of an operator looked at when it is its turn; null: too many wait already, and it was not looked at. */
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
    /** How long the next try waits after the last wrong one (ms). */
    nextWaitOf: (name: string): number => waitAfter(countOf(name)),
    /** A supervisor has set this operator: the next PIN is looked at at once. */
    forget,
  };
}

/** A file that cannot be read counts nobody's: what was wrong in it is not kept. */
function read(file: string): Counts {
  try {
    return new Map(kept.parse(JSON.parse(readFileSync(file, 'utf8'))));
  } catch {
    return new Map();
  }
}
