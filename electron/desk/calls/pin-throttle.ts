import { serialQueue } from '../../platform/link/serial-queue.ts';
import { makePrivateFolder, replacePrivateFile } from '../../platform/private-files.ts';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Wrong PINs of one operator in a row that cost nothing: people mistype. */
const freeAttempts = 5;
const firstWaitMs = 1000;
const longestWaitMs = 60_000;
/** After this time without a wrong PIN earlier ones no longer count (ms): an operator is not slowed for ever. */
const forgetMs = 24 * 3_600_000;
/** Callers whose attempts wait for one operator at a time, one of each; further attempts are not checked. */
const maxWaiting = 5;
/** Callers of whom it is known when they last had a turn. */
const maxKnown = 100;

const countsSchema = z.array(z.tuple([z.string(), z.object({ times: z.int().min(0), at: z.number() })]));
type Counts = Map<string, { times: number; at: number }>;

/** The result of a PIN check; `unseen`: no PIN was checked. */
export type PinResult = 'right' | 'wrong' | 'unseen';

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

/** A PIN that waits to be checked, or is being checked. */
interface Waiting {
  caller: string;
  isChecked?: true;
  go: () => Promise<void>;
  refuse: () => void;
}

/** The PINs of one operator; `turns`: when each caller last had a turn, counted in turns. */
interface Line {
  waiting: Waiting[];
  isWorking: boolean;
  turns: Map<string, number>;
  turn: number;
}

/** How long the next attempt waits after so many wrong PINs in a row (ms): longer each time, up to a minute. */
export const waitAfterWrong = (times: number): number =>
  times < freeAttempts ? 0 : Math.min(firstWaitMs * 2 ** (times - freeAttempts), longestWaitMs);

export type PinThrottle = ReturnType<typeof createPinThrottle>;

/**
 * Counts wrong PINs in a row by operator, and delays the next attempt for that operator: guessing is slow, and the
 * right PIN is still accepted. Attempts for one operator are checked one after the other, so that parallel ones are no
 * faster. Callers take turns: one that never stops keeps the right PIN of another waiting for one turn at most.
 */
export function createPinThrottle({ folder, now, after, report }: WrongPinsHost) {
  const file = join(folder, 'wrong-pins.json');
  const counts = read(file);
  const writing = serialQueue();
  const queues = new Map<string, Line>();

  /** If the disk fails, the counts of this run still apply. */
  const write = (): Promise<void> =>
    writing(async () => {
      for (const [name, { at }] of counts) if (now() - at > forgetMs) counts.delete(name);
      makePrivateFolder(folder);
      await replacePrivateFile(file, (unfinished) =>
        writeFile(unfinished, JSON.stringify([...counts]), { flush: true }),
      );
    }).catch(report);

  function countOf(name: string): number {
    const count = counts.get(name);
    return count === undefined || now() - count.at > forgetMs ? 0 : count.times;
  }

  /** How long until a PIN of this operator is checked (ms); a clock that was set back does not make it longer. */
  function remainingWait(name: string): number {
    const wait = waitAfterWrong(countOf(name));
    const since = now() - (counts.get(name)?.at ?? 0);
    return since < 0 ? wait : Math.max(0, wait - since);
  }

  async function checkNow<T>(name: string, look: () => Promise<T>, resultOf: (seen: T) => PinResult): Promise<T> {
    const seen = await look();
    const result = resultOf(seen);
    if (result === 'wrong') {
      counts.set(name, { times: countOf(name) + 1, at: now() });
      // a restart right after the answer must know of it
      await write();
    } else if (result === 'right') await forget(name);
    return seen;
  }

  /** Checks the waiting PINs of an operator one after the other. Who goes next is decided when the wait is over. */
  async function work(name: string, queue: Line): Promise<void> {
    queue.isWorking = true;
    while (queue.waiting.length > 0) {
      const wait = remainingWait(name);
      if (wait > 0) await new Promise<void>((resolve) => after(wait, resolve));
      const next = queue.waiting.toSorted((a, b) => lastTurn(queue, a) - lastTurn(queue, b))[0];
      if (next === undefined) break;
      noteTurn(queue, next.caller);
      next.isChecked = true;
      await next.go();
    }
    queue.isWorking = false;
  }

  async function forget(name: string): Promise<void> {
    if (counts.delete(name)) await write();
  }

  return {
    /**
     * Checks a PIN of an operator in its turn; null: it was not checked, since another of this caller is waiting, or
     * too many callers are.
     */
    check<T>(
      name: string,
      caller: string,
      look: () => Promise<T>,
      resultOf: (seen: T) => PinResult,
    ): Promise<T | null> {
      const line: Line = queues.get(name) ?? { waiting: [], isWorking: false, turns: new Map(), turn: 0 };
      queues.set(name, line);
      return new Promise((resolve, reject) => {
        const mine: Waiting = {
          caller,
          go: () =>
            checkNow(name, look, resultOf)
              .finally(() => (line.waiting = line.waiting.filter((one) => one !== mine)))
              .then(resolve, reject),
          refuse: () => resolve(null),
        };
        if (!hasPlace(line, mine)) return resolve(null);
        line.waiting.push(mine);
        if (!line.isWorking) void work(name, line);
      });
    },
    waitOf: remainingWait,
    /** How long the next attempt waits after the last wrong one (ms). */
    nextWait: (name: string): number => waitAfterWrong(countOf(name)),
    /** Resets the count after a supervisor has set up this operator: the next PIN is checked at once. */
    forget,
  };
}

/** When this caller last had a turn; 0: not lately. */
const lastTurn = ({ turns }: Line, { caller }: Waiting): number => turns.get(caller) ?? 0;

function noteTurn(line: Line, caller: string): void {
  line.turns.delete(caller);
  line.turns.set(caller, (line.turn += 1));
  const [oldest] = line.turns.keys();
  if (line.turns.size > maxKnown && oldest !== undefined) line.turns.delete(oldest);
}

/**
 * Whether one more may wait. In a full line it takes the place of the caller that had a turn most recently, if that was
 * after its own: whoever tries without end keeps nobody else out.
 */
function hasPlace(line: Line, one: Waiting): boolean {
  if (line.waiting.some(({ caller }) => caller === one.caller)) return false;
  if (line.waiting.length < maxWaiting) return true;
  const [last] = line.waiting
    .filter(({ isChecked }) => !isChecked)
    .toSorted((a, b) => lastTurn(line, b) - lastTurn(line, a));
  if (last === undefined || lastTurn(line, last) <= lastTurn(line, one)) return false;
  line.waiting = line.waiting.filter((other) => other !== last);
  last.refuse();
  return true;
}

/** A file that cannot be read counts as empty. */
function read(file: string): Counts {
  try {
    return new Map(countsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))));
  } catch {
    return new Map();
  }
}
