import { serialQueue } from '../../platform/link/serial-queue.ts';
import { makePrivateFolder, replacePrivateFile } from '../../platform/private-files.ts';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Wrong tries of one PIN in a row that cost nothing: people mistype. */
const freeAttempts = 5;
const firstWaitMs = 1000;
const longestWaitMs = 60_000;
/** After this time without a wrong try earlier ones no longer count (ms): an operator is not slowed for ever. */
const forgetMs = 24 * 3_600_000;
/** Callers whose attempts wait for one PIN at a time, one of each; further attempts are not checked. */
const maxWaiting = 5;
/** Callers of one PIN of whom it is known when they last had a turn, and so many that gave it last. */
const maxKnown = 100;
/** Callers of whom it is known when they were first noticed. */
const maxNoticed = 1000;
/** The rank after all others. */
const last = Number.MAX_SAFE_INTEGER;

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

/** The attempts at one PIN. */
interface Line {
  waiting: Waiting[];
  isWorking: boolean;
  /** when each caller last had a turn */
  turns: Map<string, number>;
  /** the callers that gave the right PIN, and how often they were wrong since: that, nobody can make up */
  proven: Map<string, number>;
}

/** How long the next attempt waits after so many wrong PINs in a row (ms): longer each time, up to a minute. */
export const waitAfterWrong = (times: number): number =>
  times < freeAttempts ? 0 : Math.min(firstWaitMs * 2 ** (times - freeAttempts), longestWaitMs);

export type PinThrottle = ReturnType<typeof createPinThrottle>;

/**
 * Counts wrong tries of a PIN in a row, and delays the next one: guessing is slow, and the right PIN is still accepted.
 * A count is that of one stored PIN, whose id stands for it: nobody ends the delay of another one, as in the other
 * folder, by an operator of the same name. Attempts at one PIN are checked one after the other, so that parallel ones
 * are no faster.
 *
 * Callers take turns. Whoever gave this PIN before goes first, until it was wrong as often as is free; then who has had
 * no turn for the longest time since it was first noticed. So a caller that never stops keeps the right PIN of one that
 * was noticed before waiting for a turn or, if it gave that PIN itself, a few; and names made up meanwhile keep it
 * waiting for none.
 */
export function createPinThrottle({ folder, now, after, report }: WrongPinsHost) {
  const file = join(folder, 'wrong-pins.json');
  const counts = read(file);
  const writing = serialQueue();
  const queues = new Map<string, Line>();
  /** Counts turns and callers, so that one comes before the other. */
  let order = 0;
  const noticed = new Map<string, number>();

  /** Newer callers are not remembered once there are too many, since they may be made up to displace the others. */
  function notice(caller: string): void {
    if (!noticed.has(caller) && noticed.size < maxNoticed) noticed.set(caller, (order += 1));
  }

  /** Since when a caller is without a turn; negative, so before all others, if it has given this PIN. */
  const rankOf = ({ turns, proven }: Line, { caller }: Waiting): number =>
    (turns.get(caller) ?? noticed.get(caller) ?? last) - (proven.has(caller) ? last + 1 : 0);
  /** In the order in which they are checked. */
  const ranked = (line: Line): Waiting[] => line.waiting.toSorted((a, b) => rankOf(line, a) - rankOf(line, b));

  function noteTurn(line: Line, caller: string): void {
    line.turns.delete(caller);
    line.turns.set(caller, (order += 1));
    dropOldest(line.turns);
  }

  /** A right PIN proves its caller; as many wrong ones as are free end that. */
  function noteResult({ proven }: Line, caller: string, result: PinResult): void {
    const wrong = proven.get(caller);
    if (result === 'right') proven.delete(caller);
    if (result === 'right') proven.set(caller, 0);
    else if (result === 'wrong' && wrong !== undefined)
      if (wrong + 1 < freeAttempts) proven.set(caller, wrong + 1);
      else proven.delete(caller);
    dropOldest(proven);
  }

  /**
   * Whether one more may wait. In a full line it takes the place of the last one, if its own turn comes before that:
   * whoever tries without end keeps nobody else out.
   */
  function hasPlace(line: Line, one: Waiting): boolean {
    if (line.waiting.some(({ caller }) => caller === one.caller)) return false;
    if (line.waiting.length < maxWaiting) return true;
    const final = ranked(line).findLast(({ isChecked }) => !isChecked);
    if (final === undefined || rankOf(line, final) <= rankOf(line, one)) return false;
    line.waiting = line.waiting.filter((other) => other !== final);
    final.refuse();
    return true;
  }

  /** If the disk fails, the counts of this run still apply. */
  const write = (): Promise<void> =>
    writing(async () => {
      for (const [pin, { at }] of counts) if (now() - at > forgetMs) counts.delete(pin);
      makePrivateFolder(folder);
      await replacePrivateFile(file, (unfinished) =>
        writeFile(unfinished, JSON.stringify([...counts]), { flush: true }),
      );
    }).catch(report);

  function countOf(pin: string): number {
    const count = counts.get(pin);
    return count === undefined || now() - count.at > forgetMs ? 0 : count.times;
  }

  /** How long until a try of this PIN is checked (ms); a clock that was set back does not make it longer. */
  function remainingWait(pin: string): number {
    const wait = waitAfterWrong(countOf(pin));
    const since = now() - (counts.get(pin)?.at ?? 0);
    return since < 0 ? wait : Math.max(0, wait - since);
  }

  async function note(pin: string, result: PinResult): Promise<void> {
    if (result === 'wrong') {
      counts.set(pin, { times: countOf(pin) + 1, at: now() });
      // a restart right after the answer must know of it
      await write();
    } else if (result === 'right') await forget(pin);
  }

  /** Checks the waiting tries of a PIN one after the other. Who goes next is decided when the wait is over. */
  async function work(pin: string, queue: Line): Promise<void> {
    queue.isWorking = true;
    while (queue.waiting.length > 0) {
      const wait = remainingWait(pin);
      if (wait > 0) await new Promise<void>((resolve) => after(wait, resolve));
      const [next] = ranked(queue);
      if (next === undefined) break;
      noteTurn(queue, next.caller);
      next.isChecked = true;
      await next.go();
    }
    queue.isWorking = false;
  }

  async function forget(pin: string): Promise<void> {
    if (counts.delete(pin)) await write();
  }

  return {
    /**
     * Checks a try of the PIN with this id in its turn; null: it was not checked, since another of this caller is waiting, or
     * too many callers are.
     */
    check<T>(pin: string, caller: string, look: () => Promise<T>, resultOf: (seen: T) => PinResult): Promise<T | null> {
      const line: Line = queues.get(pin) ?? { waiting: [], isWorking: false, turns: new Map(), proven: new Map() };
      queues.set(pin, line);
      notice(caller);
      async function checkNow(): Promise<T> {
        const seen = await look();
        const result = resultOf(seen);
        noteResult(line, caller, result);
        await note(pin, result);
        return seen;
      }
      return new Promise((resolve, reject) => {
        const mine: Waiting = {
          caller,
          go: () =>
            checkNow()
              .finally(() => (line.waiting = line.waiting.filter((one) => one !== mine)))
              .then(resolve, reject),
          refuse: () => resolve(null),
        };
        if (!hasPlace(line, mine)) return resolve(null);
        line.waiting.push(mine);
        if (!line.isWorking) void work(pin, line);
      });
    },
    waitOf: remainingWait,
    /** How long the next attempt waits after the last wrong one (ms). */
    nextWait: (pin: string): number => waitAfterWrong(countOf(pin)),
    /** Resets the count after a supervisor has saved the operator of this PIN: the next try is checked at once. */
    forget,
    /** A caller has made a call, of whatever kind: its turn comes before those that are noticed later. */
    notice,
  };
}

function dropOldest(known: Map<string, number>): void {
  const [oldest] = known.keys();
  if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
}

/** A file that cannot be read counts as empty. */
function read(file: string): Counts {
  try {
    return new Map(countsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))));
  } catch {
    return new Map();
  }
}
